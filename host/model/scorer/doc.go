// Package scorer asks models that score texts and write none: rerankers, embedding models, and models of natural-language inference.
//
// [Rerank], [Embed] and [Entail] make the request; [ParseRanking], [ParseVectors] and [ParseVerdicts] read the reply. In between the request is
// an ordinary [model.Request] whose message is a JSON object, and the reply is a JSON object that its schema accepts. So the cache, the
// budget, prices, records and replays of chat models apply as they are, a role may fall back from one model to the next, and a chat
// model can answer [Rerank] and [Entail], too: the system prompt tells it how.
//
// A [Wire] translates the message into the request of a server, and its answer back:
//
//	rerank      POST …/rerank       Cohere, Jina, vLLM, llama.cpp, Text Embeddings Inference
//	embeddings  POST …/embeddings   OpenAI's form
//	predict     POST …/predict      Text Embeddings Inference, for pairs of premise and hypothesis
//
// Schemas hold answers to one score for each text. Too few, an index that no text has, NaN and an unknown label are errors that match
// [model.ErrSchema] and name what is wrong.
package scorer
