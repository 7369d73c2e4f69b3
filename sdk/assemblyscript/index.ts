// Write a sparkhost plugin in AssemblyScript. SDK for contract 1 and the spark ABI 1.
//
// The plugin's module exports from "./spark/exports" and hands a Plugin to serve, see README.md.

export { Request, Setting, Table, Column, Tokens, ColumnType } from "./request";
export { Result, Part, Signal, Finding, Term } from "./result";
export { Plugin, Kind, Input, Param, Output } from "./plugin";
export { serve } from "./guest";
export { CONTRACT } from "./wire";
