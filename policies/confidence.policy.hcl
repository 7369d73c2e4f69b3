# Weights fitted by `sparkhost calibrate fit`; the next fit overwrites manual changes.
#
# not held-out: 1948 questions of 7 packs, on which the weights were fitted
# answers right 1214 of 1948, 0.623 [0.601, 0.644]; a fit changes confidences, not answers
#                               ECE (10)     Brier       AUC
# before                          0.1346    0.2478    0.5884
# fitted, in sample               0.0391    0.2120    0.6821
# fitted, 5 folds, seed 1         0.0500    0.2156    0.6710
#
# each pack with weights fitted to the others:
# pack               n   right     AUC   Brier    >=0.8
# pubmedqa         495   0.644   0.631   0.215      3/5
# bioasq           391   0.747   0.732   0.187      0/0
# scifact          785   0.608   0.603   0.236    17/21
# healthver        153   0.458   0.457   0.278      2/4
# exam_scifact      44   0.705   0.677   0.235    12/16
# exam_bioasq       30   0.667   0.805   0.163      8/9
# elsewhere         50   0.100   0.684   0.275      0/0
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
# policy:    reader, digest d71158f3d222ecb90b6274f4a8426eff11d92418f437795bd8402a8b73d317af
# date:      not given
# command:   sparkhost calibrate fit --policy reader --pack pubmedqa=../shared/data/pubmedqa/questions-dev.jsonl,../shared/data/pubmedqa/corpus.jsonl --pack bioasq=../shared/data/bioasq/questions-dev.jsonl,../shared/data/bioasq/corpus.jsonl --pack scifact=../shared/data/scifact/claims-train.jsonl,../shared/data/scifact/corpus.jsonl --pack healthver=../shared/data/healthver/questions-dev.jsonl,../shared/data/healthver/corpus.jsonl --pack exam_scifact=../shared/data/exam/questions-scifact-dev.jsonl,../shared/data/scifact/corpus.jsonl --pack exam_bioasq=../shared/data/exam/questions-bioasq-dev.jsonl,../shared/data/bioasq/corpus.jsonl --pack elsewhere=../shared/data/pubmedqa/questions-dev.jsonl,../shared/data/cranfield/corpus.jsonl,unanswerable --ridge 20 --folds 5 --seed 1 --out policies/confidence.policy.hcl

sparkhost {
  language = 1
}

policy "confidence" {
  description = "Policy reader with its confidence fitted to known answers."
  extends     = [reader]

  calibrate {
    # was -1
    base "verdict" {
      weight = -0.9662
    }

    # was 0
    base "claim" {
      weight = 0.0623
    }

    # was -1
    base "option" {
      weight = -0.7341
    }

    # was -1
    base "span" {
      weight = -2.5698
    }

    # was 0
    base "undecided" {
      weight = -0.8903
    }

    # was 0.5
    base "undecided_claim" {
      weight = 1.0628
    }

    # was 0
    base "open" {
      weight = -1.0754
    }

    # was 0.5
    base "backing" {
      weight = 0.7197
    }

    # was 2
    base "verdict_score" {
      weight = 1.8111
    }

    # was 1
    base "verdict_margin" {
      weight = 0.335
    }

    # was 1
    base "option_score" {
      weight = -0.4759
    }

    # was 1
    base "option_margin" {
      weight = 5.2208
    }

    # was 1
    base "span_score" {
      weight = 6.6416
    }

    # was 1
    base "span_type" {
      weight = -0.0793
    }

    # was 1
    base "addressed" {
      weight = 1.6478
    }

    # was 1
    base "agreement" {
      weight = 2.086
    }

    # was -1
    base "opposition" {
      weight = 0.4699
    }

    # was 0
    base "prominence" {
      weight = -0.6371
    }

    # was -1
    base "unknown_words" {
      weight = -2.121
    }

    # was 0.5
    base "familiar" {
      weight = 0.4965
    }
  }
}
