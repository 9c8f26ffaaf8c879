// Package ops is the catalogue of operations: importing it registers all of
// them. Each group is a folder below it, each operation one file there.
// Folders that define no operation are libraries of the operations beside
// them; they know nothing of the registry.
//
// The list of groups, all.go, is generated from the folders.
package ops

//go:generate go run ../gen/groups -out all.go
