package queue

import (
	"bytes"
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// PutFile keeps a small file under a name, which is its digest: one that is there stays.
func (q *Queue) PutFile(ctx context.Context, name string, data []byte) error {
	object := "file/" + name
	if _, err := q.objects.GetInfo(ctx, object); err == nil {
		return nil
	}
	if _, err := q.objects.Put(ctx, jetstream.ObjectMeta{Name: object}, bytes.NewReader(data)); err != nil {
		return fmt.Errorf("queue: file %.12s: %w", name, err)
	}
	return nil
}

// File reads a file that was put; the object store checks its digest.
func (q *Queue) File(ctx context.Context, name string) ([]byte, error) {
	data, err := q.objects.GetBytes(ctx, "file/"+name)
	if err != nil {
		return nil, fmt.Errorf("queue: file %.12s: %w", name, err)
	}
	return data, nil
}
