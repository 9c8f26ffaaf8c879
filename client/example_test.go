package toolcrib_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	toolcrib "toolcrib/client"
)

// demo is a client of a service that runs in the examples' process. Yours is
// made by toolcrib.New("https://tools.example.com", key).
func demo() (c *toolcrib.Client, end func()) {
	h, err := newHouse(unlimited)
	if err != nil {
		log.Fatal(err)
	}
	if c, err = toolcrib.New(h.URL, h.key); err != nil {
		log.Fatal(err)
	}
	return c, h.close
}

func Example() {
	c, end := demo()
	defer end()
	out, err := c.Calculators.EMI(context.Background(), toolcrib.EMIInput{Principal: "100000", AnnualRate: "9.5", TenureMonths: 60})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(out.EMI, "a month;", out.Receipt.Units, "unit")
	// Output: 2100.19 a month; 1 unit
}

func ExampleError() {
	c, end := demo()
	defer end()
	_, err := c.Calculators.EMI(context.Background(), toolcrib.EMIInput{Principal: "0", AnnualRate: "200", TenureMonths: 60})
	var refused *toolcrib.Error
	if errors.As(err, &refused) {
		fmt.Println(refused.Status, refused.Code)
		for _, f := range refused.Fields {
			fmt.Println(f.Field, f.Code)
		}
	}
	// Output:
	// 422 validation_failed
	// annual_rate out_of_range
	// principal out_of_range
}

// A key of your own makes a call safe to send again from another process, such
// as a job that is started anew: it gets the first answer, for nothing.
func ExampleIdempotencyKey() {
	c, end := demo()
	defer end()
	var ids [2]string
	for i := range ids {
		out, err := c.UUID.Generate(context.Background(), toolcrib.UUIDGenerateInput{}, toolcrib.IdempotencyKey("order-1042"))
		if err != nil {
			log.Fatal(err)
		}
		ids[i] = out.UUID
		fmt.Println(out.Receipt.Units, out.Receipt.Replayed)
	}
	fmt.Println(ids[0] == ids[1])
	// Output:
	// 1 false
	// 0 true
	// true
}

func ExampleDesignOperations_QRPicture() {
	c, end := demo()
	defer end()
	p, err := c.Design.QRPicture(context.Background(), toolcrib.QRInput{Text: "https://example.com", Format: toolcrib.QRFormatSVG})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.ContentType, string(p.Body[:4]))
	// Output: image/svg+xml <svg
}

// Fields that stay away are left out of the call; where an empty text means
// something of its own, the field is a pointer.
func ExampleTextOperations_Slugify() {
	c, end := demo()
	defer end()
	for _, in := range []toolcrib.SlugifyInput{
		{Text: "Crème brûlée"},
		{Text: "Crème brûlée", Separator: new("")},
		{Text: "Crème brûlée", Mode: toolcrib.SlugifyModeUnicode},
	} {
		out, err := c.Text.Slugify(context.Background(), in)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(out.Slug)
	}
	// Output:
	// creme-brulee
	// cremebrulee
	// crème-brûlée
}

func ExampleNumber() {
	rate := 8.25
	fmt.Println(toolcrib.EMIInput{Principal: toolcrib.Number(250_000), AnnualRate: toolcrib.Number(rate)}.AnnualRate)
	// Output: 8.25
}
