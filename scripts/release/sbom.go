package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"os"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// sbom writes the bill of materials of a platform's program in CycloneDX form. It has no serial number and no time of its own, so
// that equal programs have equal ones.
func (s *source) sbom(p platform, modules []*module, path string) error {
	bom := cdx.NewBOM()
	bom.SerialNumber = ""
	ref := "pkg:golang/github.com/sparkhost/sparkhost@v" + s.Version
	bom.Metadata = &cdx.Metadata{
		Timestamp: s.Time.UTC().Format("2006-01-02T15:04:05Z"),
		Component: &cdx.Component{
			BOMRef: ref, Type: cdx.ComponentTypeApplication, Name: "sparkhost", Version: s.Version, PackageURL: ref, Licenses: licence("Apache-2.0"),
			Properties: &[]cdx.Property{{Name: "commit", Value: s.Commit}, {Name: "platform", Value: p.os + "/" + p.arch}},
		},
	}
	var components []cdx.Component
	var refs []string
	for _, m := range modules {
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		refs = append(refs, purl)
		components = append(components, cdx.Component{
			BOMRef: purl, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: purl, Hashes: hashes(m.Sum), Licenses: licence(m.licence),
		})
	}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: ref, Dependencies: &refs}}
	var b bytes.Buffer
	if err := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_5); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// hashes is Go's h1 sum of a module, the sha256 of its list of files.
func hashes(sum string) *[]cdx.Hash {
	b, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(sum, "h1:"))
	if err != nil || len(b) != 32 {
		return nil
	}
	return &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(b)}}
}

func licence(id string) *cdx.Licenses {
	if id == "" {
		return nil
	}
	return &cdx.Licenses{{License: &cdx.License{ID: id}}}
}
