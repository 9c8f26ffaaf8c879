package payload

import "toolcrib/internal/op"

// WiFi is a wireless network, in the form that ZXing's wiki describes and that
// Android and iOS read.
type WiFi struct {
	SSID       string  `json:"ssid" doc:"Name of the network, at most 32 bytes." len:"1..32" aka:"name,network" example:"Cafe; Net"`
	Password   *string `json:"password" doc:"Its password." len:"1..128" aka:"key,passphrase" example:"hunter22"`
	Encryption *string `json:"encryption" doc:"How it is protected; unset, wpa with a password and nopass without." enum:"wpa,wep,nopass,wpa2_eap" same:"wpa2=wpa,wpa3=wpa,none=nopass" aka:"security,auth"`
	Hidden     bool    `json:"hidden" doc:"Whether it does not announce its name." default:"false"`
}

// maxSSID is the bytes of a network's name (IEEE 802.11-2020 section 9.4.2.2).
const maxSSID = 32

// Content implements Payload.
func (w *WiFi) Content(e *op.Invalid, field string) string {
	if len(w.SSID) > maxSSID {
		e.Add(field+".ssid", op.TooLong, "has %d bytes; networks have names of at most %d", len(w.SSID), maxSSID)
	}
	kind := "nopass"
	if w.Password != nil {
		kind = "wpa"
	}
	kind = or(w.Encryption, kind)
	switch {
	case kind == "nopass" && w.Password != nil:
		e.Add(field+".password", op.Conflict, "was sent with encryption nopass").Hint = "leave out one of them"
	case kind != "nopass" && w.Password == nil:
		e.Add(field+".password", op.Required, "the field 'password' is missing; encryption %s needs it", kind)
	}
	name := map[string]string{"wpa": "WPA", "wep": "WEP", "nopass": "nopass", "wpa2_eap": "WPA2-EAP"}[kind]
	const special = `\;,:"`
	content := "WIFI:T:" + name + ";S:" + escape(w.SSID, special) + ";"
	if w.Password != nil {
		content += "P:" + escape(*w.Password, special) + ";"
	}
	if w.Hidden {
		content += "H:true;"
	}
	return content + ";"
}
