package typeset

import (
	"reflect"
	"unsafe"

	"github.com/go-text/typesetting/harfbuzz"
)

// openFilters makes every filter of a font let everything through. Each lookup
// and subtable has one, which says in a few bits which glyphs it cannot be
// about, to spare looking into its coverage. In go-text/typesetting 0.3.5 a
// filter that is full in one of its three parts takes no further range into
// the others (setDigest.addRange; HarfBuzz goes on), so that it denies glyphs
// that are covered: in Noto Sans all kerning of Cyrillic. The fields are not
// exported, hence the detour; TestAsHarfBuzz fails without it, and should be
// tried so with each new version of that module.
func openFilters(f *harfbuzz.Font) {
	font := reflect.ValueOf(f).Elem()
	for _, lookups := range []string{"gsubAccels", "gposAccels"} {
		list := font.FieldByName(lookups)
		for i := range list.Len() {
			openFilter(list.Index(i))
			subtables := list.Index(i).FieldByName("subtables")
			for k := range subtables.Len() {
				openFilter(subtables.Index(k))
			}
		}
	}
}

// openFilter sets all bits of the digest of a lookup or subtable.
func openFilter(owner reflect.Value) {
	digest := owner.FieldByName("digest")
	bits := unsafe.Slice((*byte)(unsafe.Pointer(digest.UnsafeAddr())), digest.Type().Size())
	for i := range bits {
		bits[i] = 0xff
	}
}
