// Package data holds the operations on documents of data: CSV, JSON and XML.
// They never change a value: numbers keep their digits, texts their spelling.
package data
