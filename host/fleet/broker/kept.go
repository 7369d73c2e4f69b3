package broker

import (
	"context"
	"errors"
	"reflect"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Stream finds a stream or makes it, with what config says of it. A stream that is there keeps what an operator has set beside, such as its largest size, and never
// loses copies: a client that sees only a part of the cluster does not know how many there should be. Where nothing changes, nothing is written.
func (b *Broker) Stream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	have, err := b.JS.Stream(ctx, config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		config.Replicas = b.Replicas
		have, err = b.JS.CreateStream(ctx, config)
		if !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return have, err
		}
		have, err = b.JS.Stream(ctx, config.Name) // another client was first
	}
	if err != nil {
		return nil, err
	}
	return b.adapt(ctx, have, func(c *jetstream.StreamConfig) {
		c.Subjects, c.Retention, c.Storage, c.AllowDirect = config.Subjects, config.Retention, config.Storage, config.AllowDirect
		c.MaxMsgsPerSubject, c.Discard, c.DiscardNewPerSubject = orAll(config.MaxMsgsPerSubject), config.Discard, config.DiscardNewPerSubject
		c.MaxAge = config.MaxAge
	})
}

// orAll turns the number for "no limit" into the one that servers answer with.
func orAll(n int64) int64 {
	if n == 0 {
		return -1
	}
	return n
}

// Bucket finds a bucket or makes it, as [Broker.Stream] does with a stream. It keeps one value of each key, for ttl; 0: for ever.
func (b *Broker) Bucket(ctx context.Context, name string, ttl time.Duration) (jetstream.KeyValue, error) {
	kv, err := b.JS.KeyValue(ctx, name)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = b.JS.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, TTL: ttl, Replicas: b.Replicas, History: 1})
		if !errors.Is(err, jetstream.ErrBucketExists) {
			return kv, err
		}
		kv, err = b.JS.KeyValue(ctx, name)
	}
	if err != nil {
		return nil, err
	}
	return kv, b.adaptNamed(ctx, "KV_"+name, func(c *jetstream.StreamConfig) {
		if c.MaxAge != ttl {
			c.MaxAge, c.Duplicates = ttl, duplicates(ttl)
		}
	})
}

// duplicates returns the window of message ids, which nobody here uses and which a stream may not have longer than its messages live.
func duplicates(ttl time.Duration) time.Duration {
	const usual = 2 * time.Minute
	if ttl > 0 {
		return min(ttl, usual)
	}
	return usual
}

// Objects finds an object store or makes it, as [Broker.Stream] does with a stream.
func (b *Broker) Objects(ctx context.Context, name string) (jetstream.ObjectStore, error) {
	store, err := b.JS.ObjectStore(ctx, name)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		store, err = b.JS.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: name, Replicas: b.Replicas})
		if !errors.Is(err, jetstream.ErrBucketExists) {
			return store, err
		}
		store, err = b.JS.ObjectStore(ctx, name)
	}
	if err != nil {
		return nil, err
	}
	return store, b.adaptNamed(ctx, "OBJ_"+name, func(*jetstream.StreamConfig) {})
}

func (b *Broker) adaptNamed(ctx context.Context, stream string, change func(*jetstream.StreamConfig)) error {
	have, err := b.JS.Stream(ctx, stream)
	if err == nil {
		_, err = b.adapt(ctx, have, change)
	}
	return err
}

// adapt changes a stream that is there, if it is not as it should be. More copies are asked for, and done without where the servers refuse them.
func (b *Broker) adapt(ctx context.Context, have jetstream.Stream, change func(*jetstream.StreamConfig)) (jetstream.Stream, error) {
	before := have.CachedInfo().Config
	config := before
	change(&config)
	if !reflect.DeepEqual(before, config) {
		s, err := b.JS.UpdateStream(ctx, config)
		if err != nil {
			return nil, err
		}
		have = s
	}
	if config.Replicas < b.Replicas {
		config.Replicas = b.Replicas
		if s, err := b.JS.UpdateStream(ctx, config); err == nil {
			return s, nil
		}
	}
	return have, nil
}
