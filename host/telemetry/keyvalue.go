package telemetry

import (
	"strings"

	common "go.opentelemetry.io/proto/otlp/common/v1"
)

// A run has hundreds of attributes, so each lies in memory in one piece: the pair, its value and what that holds.

func text(key, value string) *common.KeyValue {
	p := &struct {
		pair  common.KeyValue
		value common.AnyValue
		held  common.AnyValue_StringValue
	}{}
	p.held.StringValue = strings.ToValidUTF8(value, "\uFFFD") // protobuf takes no other
	p.value.Value = &p.held
	p.pair.Key, p.pair.Value = key, &p.value
	return &p.pair
}

func number[N int | int64](key string, value N) *common.KeyValue {
	p := &struct {
		pair  common.KeyValue
		value common.AnyValue
		held  common.AnyValue_IntValue
	}{}
	p.held.IntValue = int64(value)
	p.value.Value = &p.held
	p.pair.Key, p.pair.Value = key, &p.value
	return &p.pair
}

func float(key string, value float64) *common.KeyValue {
	p := &struct {
		pair  common.KeyValue
		value common.AnyValue
		held  common.AnyValue_DoubleValue
	}{}
	p.held.DoubleValue = value
	p.value.Value = &p.held
	p.pair.Key, p.pair.Value = key, &p.value
	return &p.pair
}

func truth(key string, value bool) *common.KeyValue {
	p := &struct {
		pair  common.KeyValue
		value common.AnyValue
		held  common.AnyValue_BoolValue
	}{}
	p.held.BoolValue = value
	p.value.Value = &p.held
	p.pair.Key, p.pair.Value = key, &p.value
	return &p.pair
}
