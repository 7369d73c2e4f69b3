// Package wire is the kernel as a service of HashiCorp's go-plugin over gRPC. Messages are those of
// the spark contract as bytes, so that peers differ by the way of a call and not by its encoding.
package wire

import (
	"context"
	"errors"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Handshake lets host and plugin process recognise each other.
var Handshake = plugin.HandshakeConfig{ProtocolVersion: 1, MagicCookieKey: "SPARKHOST_PEER", MagicCookieValue: "kernel"}

// A Scorer answers an encoded request.
type Scorer interface {
	Score(ctx context.Context, request []byte) ([]byte, error)
}

// ScoreFunc is a function that is a [Scorer].
type ScoreFunc func(request []byte) ([]byte, error)

// Score implements [Scorer].
func (f ScoreFunc) Score(_ context.Context, request []byte) ([]byte, error) { return f(request) }

// Plugin binds a [Scorer] to go-plugin; a host leaves Impl nil.
type Plugin struct {
	plugin.NetRPCUnsupportedPlugin
	Impl Scorer
}

const method = "/sparkhost.peers.Kernel/Score"

var service = grpc.ServiceDesc{
	ServiceName: "sparkhost.peers.Kernel",
	HandlerType: (*Scorer)(nil),
	Methods: []grpc.MethodDesc{{MethodName: "Score", Handler: func(srv any, ctx context.Context, decode func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
		var in wrapperspb.BytesValue
		if err := decode(&in); err != nil {
			return nil, err
		}
		out, err := srv.(Scorer).Score(ctx, in.Value)
		return wrapperspb.Bytes(out), err
	}}},
}

// GRPCServer implements [plugin.GRPCPlugin].
func (p *Plugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	if p.Impl == nil {
		return errors.New("no scorer to serve")
	}
	s.RegisterService(&service, p.Impl)
	return nil
}

// GRPCClient implements [plugin.GRPCPlugin]; what it gives is a [Scorer].
func (p *Plugin) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, c *grpc.ClientConn) (any, error) {
	return client{c}, nil
}

type client struct{ conn *grpc.ClientConn }

func (c client) Score(ctx context.Context, request []byte) ([]byte, error) {
	var out wrapperspb.BytesValue
	if err := c.conn.Invoke(ctx, method, wrapperspb.Bytes(request), &out); err != nil {
		return nil, err
	}
	return out.Value, nil
}
