// Package manifests holds the manifests of examples/fleet against the schemas of Compose and of Kubernetes, offline: both come as Go modules.
package manifests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/schema"
	goyaml "go.yaml.in/yaml/v3"
	apps "k8s.io/api/apps/v1"
	"sigs.k8s.io/yaml"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "examples", "fleet", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// compose holds a file against the schema of the Compose specification.
func compose(t *testing.T, data string) error {
	t.Helper()
	var file map[string]any
	if err := goyaml.Unmarshal([]byte(data), &file); err != nil {
		t.Fatal(err)
	}
	return schema.Validate(file)
}

func TestTheComposeFileFollowsTheComposeSpecification(t *testing.T) {
	good := string(read(t, "compose.yaml"))
	if err := compose(t, good); err != nil {
		t.Error(err)
	}
	for _, change := range [][2]string{{"stop_grace_period:", "stop_grace_perod:"}, {"networks: [queue]", "networks: 3"}, {"depends_on:", "depends:"}} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if bad == good || compose(t, bad) == nil {
			t.Errorf("%q in the place of %q is not found", change[1], change[0])
		}
	}
}

// deployment reads a manifest as the API server does, which refuses keys that the schema does not have, and says what is missing of what it wants.
func deployment(data string) (d apps.Deployment, err error) {
	err = yaml.UnmarshalStrict([]byte(data), &d)
	return d, err
}

func TestTheManifestIsADeploymentOfKubernetes(t *testing.T) {
	good := string(read(t, "kubernetes.yaml"))
	d, err := deployment(good)
	if err != nil {
		t.Fatal(err)
	}
	if d.APIVersion != "apps/v1" || d.Kind != "Deployment" {
		t.Errorf("%s %s", d.APIVersion, d.Kind)
	}
	pod := d.Spec.Template
	for key, value := range d.Spec.Selector.MatchLabels {
		if pod.Labels[key] != value {
			t.Errorf("the selector does not match the pods: %s", key)
		}
	}
	volumes := map[string]bool{}
	for _, v := range pod.Spec.Volumes {
		volumes[v.Name] = true
	}
	for _, m := range pod.Spec.Containers[0].VolumeMounts {
		if !volumes[m.Name] {
			t.Errorf("no volume is named %s", m.Name)
		}
	}
	for _, change := range [][2]string{{"terminationGracePeriodSeconds", "gracePeriodSeconds"}, {"replicas: 4", "replicas: four"}, {"mountPath", "path"}} {
		bad := strings.Replace(good, change[0], change[1], 1)
		if _, err := deployment(bad); bad == good || err == nil {
			t.Errorf("%q in the place of %q is not found", change[1], change[0])
		}
	}
}
