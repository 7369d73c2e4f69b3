package contractjson

import (
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// A field is a field of a struct as JSON has it.
type field struct {
	key      string
	typ      reflect.Type
	most     int // elements, if it is a list; 0: any number
	number   bool
	required bool // a number that is not optional
}

// fieldsOf are the fields of each struct that has been asked for.
var fieldsOf sync.Map // reflect.Type → []field

// fields lists the fields of t.
func fields(t reflect.Type) []field {
	if list, ok := fieldsOf.Load(t); ok {
		return list.([]field)
	}
	list := make([]field, t.NumField())
	for i := range list {
		list[i] = fieldOf(t.Field(i))
	}
	fieldsOf.Store(t, list)
	return list
}

func fieldOf(s reflect.StructField) field {
	key, option, _ := strings.Cut(s.Tag.Get("json"), ",")
	most, _ := strconv.Atoi(s.Tag.Get("most"))
	number := isNumber(s.Type)
	return field{key: key, typ: s.Type, most: most, number: number, required: number && option == ""}
}

// at finds the field with that key; -1 if there is none.
func at(list []field, key string) int {
	for i := range list {
		if list[i].key == key {
			return i
		}
	}
	return -1
}
