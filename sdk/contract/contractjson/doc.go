// Package contractjson is the canonical JSON form of the contract's messages: what JSON guests
// get and send, and what golden files hold. It is a package of its own so that guests of
// the binary form do not link encoding/json.
//
// Keys come in a fixed order, without white space; numbers in their shortest form; NaN and
// infinities are refused. Unknown values are null. Kinds and types are the names that
// their String methods give. A request reads:
//
//	{"contract":1,
//	 "config":{"measure":"relative"},
//	 "tables":{"items":{"rows":2,"columns":{
//	   "year":{"type":"numbers","values":[2001,null]},
//	   "token_set":{"type":"tokens","values":[[3,5],[]]},
//	   "venue":{"type":"text","values":["Cell",null]}}}}}
//
// and a response is one of
//
//	{"error":"…"}
//	{"score":{"scores":[0.5,1],"parts":[{"name":"p","table":"items","values":[0,1]}]}}
//	{"assess":{"signals":[{"name":"s","value":1}],"parts":[],"findings":[{"kind":"k","table":"claims","rows":[0],"weight":1,"text":"…"}],"queries":[]}}
//	{"calibrate":{"base":0.7,"terms":[{"name":"t","value":1,"weight":0.1,"delta":0.1}],"confidence":0.8,"reasons":[]}}
//
// What JSON cannot tell is decided: an empty list in a config reads as texts, so
// contract.Request.Numbers of it is empty, too.
package contractjson
