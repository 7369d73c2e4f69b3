# Weights fitted by `sparkhost calibrate fit`; do not tune by hand what the next fit overwrites.
#
# development figures on 1909 questions of 7 packs, which the weights were fitted to
# answers right 1228 of 1909, 0.643 [0.622, 0.664]; a fit changes confidences, not answers
#                               ECE (10)     Brier       AUC
# before                          0.0598    0.2213    0.6416
# fitted, in sample               0.0646    0.2229    0.6427
# fitted, 5 folds, seed 1         0.0698    0.2255    0.6354
#
# each pack by weights fitted to the others:
# pack               n   right     AUC   Brier    >=0.8
# pubmedqa         494   0.660   0.621   0.216      0/0
# bioasq           386   0.756   0.709   0.199      0/0
# scifact          784   0.616   0.586   0.261    41/49
# healthver        150   0.473   0.508   0.288      1/2
# exam_scifact      44   0.727   0.652   0.239    13/17
# exam_bioasq       30   0.667   0.785   0.176      8/9
# elsewhere         21   0.190   0.529   0.418      0/1
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
# questions: elsewhere, sha256 50d2a65d946ab8a1d55f5ed21e89892aa1dcc83310645af5c3762d9a56695ab4
# questions: elsewhere corpus, sha256 5b400eacd5942cc9011eacbae1b52962959f5dd242b2825771a28405b48e725e
# policy:    reader, digest 53e7e8b357e71579b1fbd4a118554ab656cd9c32d731bd477f6e7959c33a7484
# date:      not given
# command:   sparkhost calibrate fit --policy reader --pack pubmedqa=../shared/data/pubmedqa/questions-dev.jsonl,../shared/data/pubmedqa/corpus.jsonl --pack bioasq=../shared/data/bioasq/questions-dev.jsonl,../shared/data/bioasq/corpus.jsonl --pack scifact=../shared/data/scifact/claims-train.jsonl,../shared/data/scifact/corpus.jsonl --pack healthver=../shared/data/healthver/questions-dev.jsonl,../shared/data/healthver/corpus.jsonl --pack exam_scifact=../shared/data/exam/questions-scifact-dev.jsonl,../shared/data/scifact/corpus.jsonl --pack exam_bioasq=../shared/data/exam/questions-bioasq-dev.jsonl,../shared/data/bioasq/corpus.jsonl --pack elsewhere=../shared/data/pubmedqa/questions-dev.jsonl,../shared/data/cranfield/corpus.jsonl,unanswerable --ridge 20 --folds 5 --seed 1 --out policies/confidence.policy.hcl

sparkhost {
  language = 1
}

policy "confidence" {
  description = "Policy reader with a confidence that was fitted to known answers."
  extends     = [reader]

  calibrate {
    # was -1
    base "verdict" {
      weight = -0.8969
    }

    # was 0
    base "claim" {
      weight = 0.314
    }

    # was -1
    base "option" {
      weight = -0.351
    }

    # was -1
    base "span" {
      weight = -2.1222
    }

    # was 0
    base "undecided" {
      weight = -0.863
    }

    # was 2
    base "verdict_score" {
      weight = 1.7926
    }

    # was 1
    base "verdict_margin" {
      weight = -0.0017
    }

    # was 1
    base "option_score" {
      weight = 0.0507
    }

    # was 1
    base "option_margin" {
      weight = 5.433
    }

    # was 1
    base "span_score" {
      weight = 6.7998
    }

    # was 1
    base "span_type" {
      weight = -0.0094
    }

    # was 1
    base "addressed" {
      weight = 1.6354
    }

    # was 1
    base "agreement" {
      weight = 1.3665
    }

    # was -1
    base "opposition" {
      weight = 0.8364
    }

    # was 0
    base "prominence" {
      weight = -0.7098
    }

    # was -1
    base "unknown_words" {
      weight = -2.7877
    }

    # was 0.5
    base "familiar" {
      weight = 0.5796
    }
  }
}
