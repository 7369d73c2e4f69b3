// The module's exports: the plugin's own file has the line
//
//	export { spark_abi_1, spark_alloc, spark_describe, spark_score, spark_assess, spark_calibrate } from "./spark/exports";

import { alloc, answer, describe } from "./guest";
import { Kind } from "./plugin";

export function spark_abi_1(): i32 { return 1; }
export function spark_alloc(size: u32): usize { return alloc(size); }
export function spark_describe(): u64 { return describe(); }
export function spark_score(at: usize, len: u32): u64 { return answer(Kind.Score, at, len); }
export function spark_assess(at: usize, len: u32): u64 { return answer(Kind.Assess, at, len); }
export function spark_calibrate(at: usize, len: u32): u64 { return answer(Kind.Calibrate, at, len); }
