// Package toolcrib is a client of the Toolcrib service: one typed method for
// each operation, generated from the service's OpenAPI document, over a small
// core that sends, tries again and reads errors. It imports the standard
// library only.
//
//	c, err := toolcrib.New("https://tools.example.com", key)
//	…
//	out, err := c.Calculators.EMI(ctx, toolcrib.EMIInput{Principal: "100000", AnnualRate: "9.5", TenureMonths: 60})
//	…
//	fmt.Println(out.EMI, out.Receipt.Units)
//
// # Fields
//
// Fractions are json.Number, so that no digit is altered on the way; an
// untyped constant such as "9.5" is one, and Number makes one of a variable.
// A field that is left at its zero value is left out of the call. A field of
// an input is a pointer only where its zero value means something else than
// leaving it out: new(0) sends it.
//
// # Charges and retries
//
// Every call carries an Idempotency-Key of its own, so a call that is sent
// again after a cut connection is answered from the first one and charged
// once. Refusals that waiting helps against (Retry-After) are waited for, up
// to Retry.MaxWait; everything else comes back as an *Error at once. What a
// call cost and what is left stands in the Receipt of its result.
package toolcrib
