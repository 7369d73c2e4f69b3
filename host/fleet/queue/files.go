package queue

import (
	"context"
	"fmt"
)

// PutFile keeps a small file under a name, which is its digest: one that is there stays.
func (q *Queue) PutFile(ctx context.Context, name string, data []byte) error {
	object := "file/" + name
	if _, err := q.objects.GetInfo(ctx, object); err == nil {
		return nil
	}
	err := q.broker.Do(ctx, func() error { _, err := q.objects.PutBytes(ctx, object, data); return err })
	if err != nil {
		return fmt.Errorf("queue: file %.12s: %w", name, err)
	}
	return nil
}

// File reads a file that was put; the object store checks its digest.
func (q *Queue) File(ctx context.Context, name string) ([]byte, error) {
	data, err := q.object(ctx, "file/"+name)
	if err != nil {
		return nil, fmt.Errorf("queue: file %.12s: %w", name, err)
	}
	return data, nil
}

// object reads an object whole.
func (q *Queue) object(ctx context.Context, name string) (data []byte, err error) {
	err = q.broker.Do(ctx, func() (err error) { data, err = q.objects.GetBytes(ctx, name); return err })
	return data, err
}
