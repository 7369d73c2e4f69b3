package servecmd

import (
	"context"
	"os"
	"time"

	"github.com/sparkhost/sparkhost/host"
	"github.com/sparkhost/sparkhost/host/serve"
	"github.com/sparkhost/sparkhost/host/telemetry"
)

// telemetry is on in a service, for /metrics, unless OTEL_SDK_DISABLED says otherwise. It sends where the OTEL_ variables name a collector,
// and not offline. end sends what waits.
func (f *flags) telemetry(o *serve.Options) (end func(), err error) {
	s, err := telemetry.FromEnv(os.Environ())
	if err != nil {
		return nil, err
	}
	if f.offline {
		s.Traces, s.Metrics = nil, nil
	}
	if o.Telemetry, err = telemetry.New(s, host.Version, o.Log); err != nil {
		return nil, err
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := o.Telemetry.Shutdown(ctx); err != nil {
			o.Log.Warn(err.Error())
		}
	}, nil
}
