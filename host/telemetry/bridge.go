package telemetry

import (
	"math"
	"time"

	dto "github.com/prometheus/client_model/go"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	metrics "go.opentelemetry.io/proto/otlp/metrics/v1"
)

// converted are gathered metrics as OTLP has them: counters as cumulative sums, gauges, and histograms by bucket. Both ways out show the
// same numbers.
func converted(families []*dto.MetricFamily, since, now time.Time) []*metrics.Metric {
	c := converter{nanos(since), nanos(now)}
	var out []*metrics.Metric
	for _, f := range families {
		m := &metrics.Metric{Name: f.GetName(), Description: f.GetHelp()}
		switch f.GetType() {
		case dto.MetricType_COUNTER:
			m.Data = &metrics.Metric_Sum{Sum: &metrics.Sum{
				DataPoints: c.numbers(f, func(m *dto.Metric) float64 { return m.GetCounter().GetValue() }), IsMonotonic: true,
				AggregationTemporality: metrics.AggregationTemporality_AGGREGATION_TEMPORALITY_CUMULATIVE,
			}}
		case dto.MetricType_GAUGE:
			m.Data = &metrics.Metric_Gauge{Gauge: &metrics.Gauge{DataPoints: c.numbers(f, func(m *dto.Metric) float64 { return m.GetGauge().GetValue() })}}
		case dto.MetricType_HISTOGRAM:
			m.Data = &metrics.Metric_Histogram{Histogram: &metrics.Histogram{
				DataPoints: c.histograms(f), AggregationTemporality: metrics.AggregationTemporality_AGGREGATION_TEMPORALITY_CUMULATIVE,
			}}
		default: // summaries are of the Go runtime only
			continue
		}
		out = append(out, m)
	}
	return out
}

type converter struct{ since, now uint64 }

func (c converter) numbers(f *dto.MetricFamily, value func(*dto.Metric) float64) []*metrics.NumberDataPoint {
	var out []*metrics.NumberDataPoint
	for _, m := range f.GetMetric() {
		out = append(out, &metrics.NumberDataPoint{
			Attributes: labels(m), StartTimeUnixNano: c.since, TimeUnixNano: c.now, Value: &metrics.NumberDataPoint_AsDouble{AsDouble: value(m)},
		})
	}
	return out
}

// histograms turn Prometheus's buckets, which hold all values up to a bound, into disjoint ones.
func (c converter) histograms(f *dto.MetricFamily) []*metrics.HistogramDataPoint {
	var out []*metrics.HistogramDataPoint
	for _, m := range f.GetMetric() {
		h := m.GetHistogram()
		sum := h.GetSampleSum()
		p := &metrics.HistogramDataPoint{Attributes: labels(m), StartTimeUnixNano: c.since, TimeUnixNano: c.now, Count: h.GetSampleCount(), Sum: &sum}
		var before uint64
		for _, b := range h.GetBucket() {
			if math.IsInf(b.GetUpperBound(), 1) {
				continue
			}
			p.ExplicitBounds = append(p.ExplicitBounds, b.GetUpperBound())
			p.BucketCounts = append(p.BucketCounts, b.GetCumulativeCount()-before)
			before = b.GetCumulativeCount()
		}
		p.BucketCounts = append(p.BucketCounts, h.GetSampleCount()-before)
		out = append(out, p)
	}
	return out
}

func labels(m *dto.Metric) []*common.KeyValue {
	var out []*common.KeyValue
	for _, l := range m.GetLabel() {
		out = append(out, text(l.GetName(), l.GetValue()))
	}
	return out
}
