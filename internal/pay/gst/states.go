package gst

// State is a state or union territory with its GST code.
type State struct{ Code, Name string }

// states are the codes of Form GST REG-01, less those that are no more: 25
// (Daman and Diu, merged into 26 in 2020) and 28 (Andhra Pradesh before 2014).
var states = []State{
	{"01", "Jammu and Kashmir"}, {"02", "Himachal Pradesh"}, {"03", "Punjab"}, {"04", "Chandigarh"},
	{"05", "Uttarakhand"}, {"06", "Haryana"}, {"07", "Delhi"}, {"08", "Rajasthan"}, {"09", "Uttar Pradesh"},
	{"10", "Bihar"}, {"11", "Sikkim"}, {"12", "Arunachal Pradesh"}, {"13", "Nagaland"}, {"14", "Manipur"},
	{"15", "Mizoram"}, {"16", "Tripura"}, {"17", "Meghalaya"}, {"18", "Assam"}, {"19", "West Bengal"},
	{"20", "Jharkhand"}, {"21", "Odisha"}, {"22", "Chhattisgarh"}, {"23", "Madhya Pradesh"}, {"24", "Gujarat"},
	{"26", "Dadra and Nagar Haveli and Daman and Diu"}, {"27", "Maharashtra"}, {"29", "Karnataka"}, {"30", "Goa"},
	{"31", "Lakshadweep"}, {"32", "Kerala"}, {"33", "Tamil Nadu"}, {"34", "Puducherry"},
	{"35", "Andaman and Nicobar Islands"}, {"36", "Telangana"}, {"37", "Andhra Pradesh"}, {"38", "Ladakh"},
	{"97", "Other Territory"},
}

// States lists the states, by code.
func States() []State { return append([]State(nil), states...) }

// StateName is the name of the state with a code, "" where there is none.
func StateName(code string) string {
	for _, s := range states {
		if s.Code == code {
			return s.Name
		}
	}
	return ""
}

// IsTerritory tells whether a code is of a union territory without a
// legislature, whose half of the tax is called UTGST (UTGST Act, section 2(8),
// as amended up to 2020).
func IsTerritory(code string) bool {
	switch code {
	case "04", "26", "31", "35", "38", "97":
		return true
	}
	return false
}
