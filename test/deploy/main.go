// Command deploy holds what a release and the files for deploying it say
// against what they must say. It is a module of its own, so that the tools it
// needs are no requirement of the product.
//
//	go run . bill FILE PROGRAM   a bill of materials lists the program's modules
//	go test ./...                compose.yaml, compose.postgres.yaml, deploy/kustomize
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 4 || os.Args[1] != "bill" {
		fmt.Fprintln(os.Stderr, "usage: deploy bill FILE PROGRAM")
		os.Exit(2)
	}
	n, err := bill(os.Args[2], os.Args[3])
	if err != nil {
		fmt.Fprintln(os.Stderr, "deploy:", err)
		os.Exit(1)
	}
	fmt.Printf("      CycloneDX 1.6, %d components\n", n)
}
