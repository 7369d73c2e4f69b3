// Command grpc is the kernel as a plugin process of HashiCorp's go-plugin.
package main

import (
	"github.com/hashicorp/go-plugin"

	"github.com/sparkhost/sparkhost/host/plugin/peers/kernel"
	"github.com/sparkhost/sparkhost/host/plugin/peers/wire"
	"github.com/sparkhost/sparkhost/sdk/contract"
)

func main() {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig: wire.Handshake,
		Plugins:         plugin.PluginSet{"kernel": &wire.Plugin{Impl: wire.ScoreFunc(score)}},
		GRPCServer:      plugin.DefaultGRPCServer,
	})
}

func score(request []byte) ([]byte, error) {
	var r contract.Request
	if err := r.Unmarshal(request); err != nil {
		return nil, err
	}
	answer := contract.Response{Score: &contract.ScoreResult{Scores: kernel.Score(sets(&r, "items"), sets(&r, "options"))}}
	return answer.Marshal(nil), nil
}

func sets(r *contract.Request, table string) [][]uint32 {
	t := r.Table(table)
	out := make([][]uint32, t.Rows)
	for i := range out {
		out[i] = t.Column("token_set").TokensAt(i)
	}
	return out
}
