# Weights fitted by `sparkhost calibrate fit`; the next fit overwrites manual changes.
#
# not held-out: 2048 questions of 8 packs, on which the weights were fitted
# answers right 1267 of 2048, 0.619 [0.597, 0.639]; a fit changes confidences, not answers
#                               ECE (10)     Brier       AUC
# before                          0.1393    0.2504    0.5896
# fitted, in sample               0.0428    0.2158    0.6672
# fitted, 5 folds, seed 1         0.0366    0.2183    0.6600
#
# each pack with weights fitted to the others:
# pack               n   right     AUC   Brier    >=0.8
# pubmedqa         495   0.648   0.616   0.219      1/1
# bioasq           392   0.735   0.702   0.192    17/17
# scifact          784   0.599   0.602   0.238    13/16
# healthver        154   0.468   0.506   0.258      0/1
# exam_scifact      44   0.659   0.724   0.200      7/8
# exam_bioasq       30   0.667   0.815   0.174      3/3
# quickstart       102   0.598   0.642   0.261    38/56
# elsewhere         47   0.128   0.622   0.296      0/0
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
      weight = -0.9803
    }

    # was 0
    base "claim" {
      weight = 0.0854
    }

    # was -1
    base "option" {
      weight = -0.9229
    }

    # was -1
    base "span" {
      weight = -2.3191
    }

    # was 0
    base "undecided" {
      weight = -0.9509
    }

    # was 0.5
    base "undecided_claim" {
      weight = 1.0092
    }

    # was 0
    base "open" {
      weight = -1.1758
    }

    # was 0.5
    base "backing" {
      weight = 0.5341
    }

    # was 2
    base "verdict_score" {
      weight = 1.7771
    }

    # was 1
    base "verdict_margin" {
      weight = 0.3547
    }

    # was 1
    base "option_score" {
      weight = -0.5816
    }

    # was 1
    base "option_margin" {
      weight = 4.0492
    }

    # was 1
    base "span_score" {
      weight = 4.6405
    }

    # was 1
    base "span_type" {
      weight = -0.2075
    }

    # was 1
    base "addressed" {
      weight = 1.242
    }

    # was 1
    base "agreement" {
      weight = 0.9182
    }

    # was -1
    base "opposition" {
      weight = 0.306
    }

    # was 0
    base "prominence" {
      weight = 0.1304
    }

    # was -1
    base "unknown_words" {
      weight = -1.5828
    }

    # was 0.5
    base "familiar" {
      weight = 0.4943
    }
  }
}
