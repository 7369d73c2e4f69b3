# Weights fitted by `sparkhost calibrate fit`; the next fit overwrites manual changes.
#
# not held-out: 2047 questions of 8 packs, on which the weights were fitted
# answers right 1256 of 2047, 0.614 [0.592, 0.634]; a fit changes confidences, not answers
#                               ECE (10)     Brier       AUC
# before                          0.1433    0.2519    0.5946
# fitted, in sample               0.0381    0.2165    0.6723
# fitted, 5 folds, seed 1         0.0405    0.2187    0.6656
#
# each pack with weights fitted to the others:
# pack               n   right     AUC   Brier    >=0.8
# pubmedqa         495   0.648   0.618   0.221      0/0
# bioasq           392   0.719   0.724   0.193    12/12
# scifact          784   0.597   0.610   0.240      5/7
# healthver        154   0.448   0.466   0.261      0/1
# exam_scifact      44   0.659   0.722   0.201      7/8
# exam_bioasq       29   0.690   0.794   0.176      3/3
# quickstart       102   0.598   0.642   0.259    38/56
# elsewhere         47   0.128   0.577   0.316      0/0
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
# policy:    reader, digest 6bbcc6cea4ad4e9579dba3d55a595e469a81abfd55015066c5379eaaa28b5933
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
      weight = -0.9969
    }

    # was 0
    base "claim" {
      weight = 0.054
    }

    # was -1
    base "option" {
      weight = -0.9512
    }

    # was -1
    base "span" {
      weight = -2.3125
    }

    # was 0
    base "undecided" {
      weight = -0.9826
    }

    # was 0.5
    base "undecided_claim" {
      weight = 1.0104
    }

    # was 0
    base "open" {
      weight = -1.1715
    }

    # was 0.5
    base "backing" {
      weight = 0.5205
    }

    # was 2
    base "verdict_score" {
      weight = 1.7677
    }

    # was 1
    base "verdict_margin" {
      weight = 0.3835
    }

    # was 1
    base "option_score" {
      weight = -0.5824
    }

    # was 1
    base "option_margin" {
      weight = 4.1312
    }

    # was 1
    base "span_score" {
      weight = 4.4212
    }

    # was 1
    base "span_type" {
      weight = -0.1467
    }

    # was 1
    base "addressed" {
      weight = 1.2506
    }

    # was 1
    base "agreement" {
      weight = 0.9313
    }

    # was -1
    base "opposition" {
      weight = 0.2348
    }

    # was 0
    base "prominence" {
      weight = 0.1387
    }

    # was -1
    base "unknown_words" {
      weight = -1.4695
    }

    # was 0.5
    base "familiar" {
      weight = 0.4857
    }
  }
}
