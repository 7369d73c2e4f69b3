package contract

import (
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
	"pgregory.net/rapid"
)

// schema compiles contract.proto.
func schema(t *testing.T) protoreflect.FileDescriptor {
	t.Helper()
	c := protocompile.Compiler{Resolver: &protocompile.SourceResolver{}}
	files, err := c.Compile(t.Context(), "contract.proto")
	require.NoError(t, err)
	return files[0]
}

// transcode decodes bytes by the schema and encodes them again, deterministically.
func transcode(t require.TestingT, d protoreflect.MessageDescriptor, data []byte) (*dynamicpb.Message, []byte) {
	m := dynamicpb.NewMessage(d)
	require.NoError(t, proto.UnmarshalOptions{DiscardUnknown: false}.Unmarshal(data, m))
	out, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	require.NoError(t, err)
	return m, out
}

func TestTheCodecAgreesWithTheSchema(t *testing.T) {
	file := schema(t)
	for name, data := range map[string][]byte{
		"Request":  fullRequest().Marshal(nil),
		"Response": fullResponse().Marshal(nil),
		"Manifest": fullManifest().Marshal(nil),
	} {
		m, again := transcode(t, file.Messages().ByName(protoreflect.Name(name)), data)
		assert.Equal(t, data, again, "%s: one encoding", name)
		assertNothingUnknown(t, m)
	}
}

// assertNothingUnknown fails when any message below m has fields that the schema lacks.
func assertNothingUnknown(t *testing.T, m protoreflect.Message) {
	t.Helper()
	assert.Empty(t, m.GetUnknown(), "%s", m.Descriptor().FullName())
	m.Range(func(d protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case d.Message() == nil:
		case d.IsList():
			for i := range v.List().Len() {
				assertNothingUnknown(t, v.List().Get(i).Message())
			}
		default:
			assertNothingUnknown(t, v.Message())
		}
		return true
	})
}

func TestEveryValidRequestHasTheEncodingOfTheSchema(t *testing.T) {
	request := schema(t).Messages().ByName("Request")
	rapid.Check(t, func(t *rapid.T) {
		data := anyRequest.Draw(t, "request").Marshal(nil)
		_, again := transcode(t, request, data)
		require.Equal(t, data, again)
	})
}

func TestFieldsHaveTheNamesOfTheSchema(t *testing.T) {
	file := schema(t)
	m, _ := transcode(t, file.Messages().ByName("Manifest"), fullManifest().Marshal(nil))
	text, err := protojson.MarshalOptions{UseProtoNames: true}.Marshal(m)
	require.NoError(t, err)
	assert.JSONEq(t, `{"name":"sample","version":"1.2.3-rc.1","contract":1,"oldest_contract":1,"kind":"KIND_ASSESS","summary":"a sample",
		"inputs":[{"table":"claims","column":"text","type":"COLUMN_TYPE_TEXT"},
		          {"table":"claims","column":"year","type":"COLUMN_TYPE_NUMBERS","optional":true}],
		"params":[{"name":"share","type":"PARAM_TYPE_NUMBER","default":{"type":"PARAM_TYPE_NUMBER","number":0.5},"min":0,"max":1,"doc":"d"},
		          {"name":"mode","type":"PARAM_TYPE_TEXT","default":{"type":"PARAM_TYPE_TEXT","text":"fast"},"one_of":["fast","slow"]},
		          {"name":"strict","type":"PARAM_TYPE_FLAG","default":{"type":"PARAM_TYPE_FLAG"}},
		          {"name":"levels","type":"PARAM_TYPE_NUMBERS","default":{"type":"PARAM_TYPE_NUMBERS","numbers":[1,2]},"min":0},
		          {"name":"names","type":"PARAM_TYPE_TEXTS","default":{"type":"PARAM_TYPE_TEXTS"}}],
		"outputs":[{"name":"agreement","kind":"OUTPUT_KIND_SIGNAL","max":1,"doc":"d"},
		           {"name":"weight","kind":"OUTPUT_KIND_PART","table":"claims","min":-1,"max":1},
		           {"name":"dispute","kind":"OUTPUT_KIND_FINDING","table":"claims","max":2}]}`, string(text))

	m, _ = transcode(t, file.Messages().ByName("Response"), fullResponse().Marshal(nil))
	text, err = protojson.MarshalOptions{UseProtoNames: true}.Marshal(m)
	require.NoError(t, err)
	assert.JSONEq(t, `{"error":"no","score":{"scores":[0.25,0],"parts":[{"name":"p","table":"items","values":[1,0]}]},
		"assess":{"signals":[{"name":"s","value":-1},{"name":"zero"}],"parts":[{"name":"p","table":"items","values":[1,0]}],
		"findings":[{"kind":"k","table":"claims","rows":[0,4],"weight":0.5,"text":"why"}],"queries":["q",""]},
		"calibrate":{"base":0.7,"terms":[{"name":"t","value":1,"weight":0.1,"delta":0.1}],"confidence":0.8,"reasons":["r"]}}`, string(text))

	m, _ = transcode(t, file.Messages().ByName("Request"), fullRequest().Marshal(nil))
	text, err = protojson.MarshalOptions{UseProtoNames: true}.Marshal(m)
	require.NoError(t, err)
	assert.JSONEq(t, `{"contract":1,"config":[
		{"name":"a","value":{"type":"PARAM_TYPE_NUMBER","number":0.5}},{"name":"b","value":{"type":"PARAM_TYPE_TEXT","text":"relative"}},
		{"name":"c","value":{"type":"PARAM_TYPE_FLAG","flag":true}},{"name":"d","value":{"type":"PARAM_TYPE_NUMBERS","numbers":[1,-2.5]}},
		{"name":"e","value":{"type":"PARAM_TYPE_TEXTS","texts":["x","","y"]}}],
		"tables":[{"name":"items","rows":3,"columns":[
		 {"name":"year","type":"COLUMN_TYPE_NUMBERS","present":"BQ==","numbers":[2001,0,-0]},
		 {"name":"token_set","type":"COLUMN_TYPE_TOKENS","offsets":[0,3,3,4],"tokens":[1,2,4294967295,7]},
		 {"name":"venue","type":"COLUMN_TYPE_TEXT","present":"BQ==","offsets":[0,4,4,10],"text":"Q2VsbG7DpGhlcg=="}]},
		{"name":"empty","columns":[{"name":"tokens","type":"COLUMN_TYPE_TOKENS","offsets":[0]}]}]}`, string(text))
}
