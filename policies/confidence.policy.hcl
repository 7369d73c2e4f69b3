# Weights fitted by `sparkhost calibrate fit`; the next fit overwrites manual changes.
#
# not held-out: 2047 questions of 8 packs, on which the weights were fitted
# answers right 1263 of 2047, 0.617 [0.596, 0.638]; a fit changes confidences, not answers
#                               ECE (10)     Brier       AUC
# before                          0.1465    0.2531    0.5896
# fitted, in sample               0.0394    0.2174    0.6659
# fitted, 5 folds, seed 1         0.0402    0.2196    0.6591
#
# each pack with weights fitted to the others:
# pack               n   right     AUC   Brier    >=0.8
# pubmedqa         495   0.655   0.612   0.219      1/1
# bioasq           392   0.727   0.709   0.196      7/7
# scifact          784   0.597   0.600   0.240     9/13
# healthver        154   0.468   0.487   0.260      0/0
# exam_scifact      44   0.659   0.724   0.204      7/8
# exam_bioasq       29   0.690   0.789   0.182      3/3
# quickstart       102   0.578   0.648   0.267    38/57
# elsewhere         47   0.128   0.573   0.306      0/0
#
# questions: pubmedqa, sha256 50d2a65d946ab8a1d55f5ed21e89892aa1dcc83310645af5c3762d9a56695ab4
# questions: pubmedqa corpus, sha256 6f3a94c8949010ee103f458801caf944e46dfcb88dacc3dbc1d2c0807b601269
# questions: bioasq, sha256 8d10929321a6c9c5363125c398dcb736893b33ecabf655ce23a45619674a1918
# questions: bioasq corpus, sha256 e40e774aa104e64f900387af01f4df273b954f80349b985ff575fa27b82cc3b9
# questions: scifact, sha256 3c7d0423f0831890686ddf747c2a68d25b798773f17f4e3a0785613da4d7914e
# questions: scifact corpus, sha256 ba73f2a07338154440fc54da4672225ac69536979705258ed180c497b04eac75
# questions: healthver, sha256 4126daa1fcd7186fb95e110f4d23a7578c528750086a3d6d7e62d4b47da6c935
# questions: healthver corpus, sha256 1772918fbe26ebdb0fb1351b2ef99e0d717fdaab28353064199154fa2be30007
# questions: exam_scifact, sha256 82a881ac02558adba9654ae1888a425168ce830811e49d4625492add1a8771de
# questions: exam_scifact corpus, sha256 ba73f2a07338154440fc54da4672225ac69536979705258ed180c497b04eac75
# questions: exam_bioasq, sha256 c6f9cbc9b33a8b534049b982dd8074d236c77a198fb07d7286fb3b18cc1b3b6f
# questions: exam_bioasq corpus, sha256 e40e774aa104e64f900387af01f4df273b954f80349b985ff575fa27b82cc3b9
# questions: quickstart, sha256 ad057813c7ee9cd0818006d3499c2cadbb0318a7ed54b1b9320fe49d27303a19
# questions: quickstart corpus, sha256 8072f1570363f60d937953c464df85772e9076a0bdaa2d72012ab69761ec64f7
# questions: elsewhere, sha256 50d2a65d946ab8a1d55f5ed21e89892aa1dcc83310645af5c3762d9a56695ab4
# questions: elsewhere corpus, sha256 5b400eacd5942cc9011eacbae1b52962959f5dd242b2825771a28405b48e725e
# policy:    reader, digest c58d151b8fbb87b4bf1723e31c8ba5739d5b0e04155614a1a07d6792a65b8f2b
# date:      not given
# command:   sparkhost calibrate fit --policy reader --pack pubmedqa=../shared/data/pubmedqa/questions-dev.jsonl,../shared/data/pubmedqa/corpus.jsonl --pack bioasq=../shared/data/bioasq/questions-dev.jsonl,../shared/data/bioasq/corpus.jsonl --pack scifact=../shared/data/scifact/claims-train.jsonl,../shared/data/scifact/corpus.jsonl --pack healthver=../shared/data/healthver/questions-dev.jsonl,../shared/data/healthver/corpus.jsonl --pack exam_scifact=../shared/data/exam/questions-scifact-dev.jsonl,../shared/data/scifact/corpus.jsonl --pack exam_bioasq=../shared/data/exam/questions-bioasq-dev.jsonl,../shared/data/bioasq/corpus.jsonl --pack quickstart=examples/quickstart/questions.jsonl,examples/quickstart/corpus.jsonl --pack elsewhere=../shared/data/pubmedqa/questions-dev.jsonl,../shared/data/cranfield/corpus.jsonl,unanswerable --ridge 20 --folds 5 --seed 1 --out policies/confidence.policy.hcl

sparkhost {
  language = 1
}

policy "confidence" {
  description = "Policy reader with its confidence fitted to known answers."
  extends     = [reader]

  calibrate {
    # was -1
    base "verdict" {
      weight = -1.0023
    }

    # was 0
    base "claim" {
      weight = 0.091
    }

    # was -1
    base "option" {
      weight = -0.9588
    }

    # was -1
    base "span" {
      weight = -2.3025
    }

    # was 0
    base "undecided" {
      weight = -0.9617
    }

    # was 0.5
    base "undecided_claim" {
      weight = 1.0072
    }

    # was 0
    base "open" {
      weight = -1.213
    }

    # was 0.5
    base "backing" {
      weight = 0.473
    }

    # was 2
    base "verdict_score" {
      weight = 1.7585
    }

    # was 1
    base "verdict_margin" {
      weight = 0.3891
    }

    # was 1
    base "option_score" {
      weight = -0.5722
    }

    # was 1
    base "option_margin" {
      weight = 4.1165
    }

    # was 1
    base "span_score" {
      weight = 4.2771
    }

    # was 1
    base "span_type" {
      weight = -0.1374
    }

    # was 1
    base "addressed" {
      weight = 1.2298
    }

    # was 1
    base "agreement" {
      weight = 0.9349
    }

    # was -1
    base "opposition" {
      weight = 0.2606
    }

    # was 0
    base "prominence" {
      weight = 0.1438
    }

    # was -1
    base "unknown_words" {
      weight = -1.4226
    }

    # was 0.5
    base "familiar" {
      weight = 0.4832
    }
  }
}
