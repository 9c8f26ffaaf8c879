// Command csv-import turns a CSV file into lines of JSON for a database,
// keeping every digit: part numbers and postcodes keep their zeros, amounts
// their decimals.
//
//	TOOLCRIB_URL=https://tools.example.com TOOLCRIB_KEY=… go run ./examples/csv-import parts.csv
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	toolcrib "toolcrib/client"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: csv-import file.csv")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "csv-import:", err)
		os.Exit(1)
	}
}

func run(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	c, err := toolcrib.New(os.Getenv("TOOLCRIB_URL"), os.Getenv("TOOLCRIB_KEY"))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	// Rows of another length are refused: in an import they are a mistake.
	out, err := c.Data.CSVToJSON(ctx, toolcrib.CSVToJSONInput{CSV: string(text), RaggedRows: toolcrib.CSVToJSONRaggedRowsError})
	var refused *toolcrib.Error
	if errors.As(err, &refused) {
		for _, f := range refused.Fields {
			fmt.Fprintf(os.Stderr, "%s: %s\n", name, f.Message)
		}
	}
	if err != nil {
		return err
	}
	var rows []json.RawMessage // as they are: decoding them into floats would lose digits
	if err := json.Unmarshal(out.JSON, &rows); err != nil {
		return err
	}
	for _, row := range rows {
		fmt.Println(string(row))
	}
	for _, col := range out.Columns {
		fmt.Fprintf(os.Stderr, "%s: %s\n", col.Name, col.Type)
	}
	fmt.Fprintf(os.Stderr, "%d rows, %d units\n", out.RowCount, out.Receipt.Units)
	return nil
}
