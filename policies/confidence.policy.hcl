# Weights fitted by `sparkhost calibrate fit`; the next fit overwrites manual changes.
#
# not held-out: 2615 questions of 15 packs, on which the weights were fitted
# answers right 1595 of 2615, 0.610 [0.591, 0.628]; a fit changes confidences, not answers
#                               ECE (10)     Brier       AUC
# before                          0.1404    0.2454    0.6198
# fitted, in sample               0.0341    0.2086    0.7042
# fitted, 5 folds, seed 1         0.0310    0.2105    0.6977
#
# each pack with weights fitted to the others:
# pack               n   right     AUC   Brier    >=0.8
# pubmedqa         495   0.632   0.625   0.223    20/26
# bioasq           393   0.784   0.753   0.160    69/71
# scifact          785   0.610   0.635   0.232    51/53
# healthver        155   0.432   0.504   0.259      1/1
# exam_scifact      43   0.674   0.798   0.201      5/6
# exam_bioasq       30   0.700   0.857   0.163      3/3
# own_scifact      115   0.548   0.797   0.185    15/19
# own_bioasq        86   0.616   0.763   0.191    15/17
# own_pubmedqa      21   0.571   0.630   0.246      3/3
# plain_scifact    129   0.550   0.724   0.225      7/7
# plain_bioasq      86   0.523   0.672   0.230      3/4
# plain_pubmedqa    84   0.429   0.582   0.256      0/0
# plain_healthver    43   0.535   0.641   0.236      1/2
# quickstart       103   0.660   0.693   0.206    32/40
# elsewhere         47   0.149   0.218   0.401      0/0
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
# questions: own_scifact, sha256 20d8eb2158519e7a1e3c98ff8c26e91faaedc51d32cbc21aad1df9c90f10ece3
# questions: own_scifact corpus, sha256 ba73f2a07338154440fc54da4672225ac69536979705258ed180c497b04eac75
# questions: own_bioasq, sha256 50453852939d9745266479da932a00b89034a6fb6a93f818057a1b7668389868
# questions: own_bioasq corpus, sha256 e40e774aa104e64f900387af01f4df273b954f80349b985ff575fa27b82cc3b9
# questions: own_pubmedqa, sha256 d92893fae434c78f8d38df1dc4430614e2c46ed79060a79feecbbbfe066eb2d6
# questions: own_pubmedqa corpus, sha256 6f3a94c8949010ee103f458801caf944e46dfcb88dacc3dbc1d2c0807b601269
# questions: plain_scifact, sha256 cb7a4dfbc652af7302b69a45450624a535cb9e474c4485c6dd7688b4f495a52b
# questions: plain_scifact corpus, sha256 ba73f2a07338154440fc54da4672225ac69536979705258ed180c497b04eac75
# questions: plain_bioasq, sha256 cb7a4dfbc652af7302b69a45450624a535cb9e474c4485c6dd7688b4f495a52b
# questions: plain_bioasq corpus, sha256 e40e774aa104e64f900387af01f4df273b954f80349b985ff575fa27b82cc3b9
# questions: plain_pubmedqa, sha256 cb7a4dfbc652af7302b69a45450624a535cb9e474c4485c6dd7688b4f495a52b
# questions: plain_pubmedqa corpus, sha256 6f3a94c8949010ee103f458801caf944e46dfcb88dacc3dbc1d2c0807b601269
# questions: plain_healthver, sha256 cb7a4dfbc652af7302b69a45450624a535cb9e474c4485c6dd7688b4f495a52b
# questions: plain_healthver corpus, sha256 1772918fbe26ebdb0fb1351b2ef99e0d717fdaab28353064199154fa2be30007
# questions: quickstart, sha256 ad057813c7ee9cd0818006d3499c2cadbb0318a7ed54b1b9320fe49d27303a19
# questions: quickstart corpus, sha256 8072f1570363f60d937953c464df85772e9076a0bdaa2d72012ab69761ec64f7
# questions: elsewhere, sha256 50d2a65d946ab8a1d55f5ed21e89892aa1dcc83310645af5c3762d9a56695ab4
# questions: elsewhere corpus, sha256 5b400eacd5942cc9011eacbae1b52962959f5dd242b2825771a28405b48e725e
# policy:    reader, digest 16d16a08bddd0fb64ae0c41a1974c5177db7df45570a28c416c770c61c94af04
# date:      not given
# command:   sparkhost calibrate fit --policy reader --pack pubmedqa=../shared/data/pubmedqa/questions-dev.jsonl,../shared/data/pubmedqa/corpus.jsonl --pack bioasq=../shared/data/bioasq/questions-dev.jsonl,../shared/data/bioasq/corpus.jsonl --pack scifact=../shared/data/scifact/claims-train.jsonl,../shared/data/scifact/corpus.jsonl --pack healthver=../shared/data/healthver/questions-dev.jsonl,../shared/data/healthver/corpus.jsonl --pack exam_scifact=../shared/data/exam/questions-scifact-dev.jsonl,../shared/data/scifact/corpus.jsonl --pack exam_bioasq=../shared/data/exam/questions-bioasq-dev.jsonl,../shared/data/bioasq/corpus.jsonl --pack own_scifact=plugins/internal/fit/questions/scifact.jsonl,../shared/data/scifact/corpus.jsonl --pack own_bioasq=plugins/internal/fit/questions/bioasq.jsonl,../shared/data/bioasq/corpus.jsonl --pack own_pubmedqa=plugins/internal/fit/questions/pubmedqa.jsonl,../shared/data/pubmedqa/corpus.jsonl --pack plain_scifact=plugins/internal/fit/questions/plain.jsonl,../shared/data/scifact/corpus.jsonl --pack plain_bioasq=plugins/internal/fit/questions/plain.jsonl,../shared/data/bioasq/corpus.jsonl --pack plain_pubmedqa=plugins/internal/fit/questions/plain.jsonl,../shared/data/pubmedqa/corpus.jsonl --pack plain_healthver=plugins/internal/fit/questions/plain.jsonl,../shared/data/healthver/corpus.jsonl --pack quickstart=examples/quickstart/questions.jsonl,examples/quickstart/corpus.jsonl --pack elsewhere=../shared/data/pubmedqa/questions-dev.jsonl,../shared/data/cranfield/corpus.jsonl,unanswerable --ridge 15 --folds 5 --seed 1 --out policies/confidence.policy.hcl

sparkhost {
  language = 1
}

policy "confidence" {
  description = "Policy reader with its confidence fitted to known answers."
  extends     = [reader]

  calibrate {
    # was -1
    base "verdict" {
      weight = -0.9552
    }

    # was 0
    base "claim" {
      weight = 0.0786
    }

    # was -1
    base "option" {
      weight = 0.2439
    }

    # was -1
    base "span" {
      weight = -1.5053
    }

    # was 0
    base "undecided" {
      weight = -1.36
    }

    # was 0.5
    base "undecided_claim" {
      weight = 0.862
    }

    # was 0
    base "open" {
      weight = -0.5882
    }

    # was 0.5
    base "clarity" {
      weight = 0.7455
    }

    # was -0.5
    base "counter_clarity" {
      weight = -0.8143
    }

    # was -0.5
    base "coincidence" {
      weight = -0.1595
    }

    # was 2
    base "verdict_score" {
      weight = 1.5408
    }

    # was 1
    base "verdict_margin" {
      weight = 0.1752
    }

    # was 1
    base "option_margin" {
      weight = 3.8601
    }

    # was 1
    base "span_score" {
      weight = 2.5872
    }

    # was 1
    base "span_margin" {
      weight = 1.4882
    }

    # was 1
    base "span_type" {
      weight = 0.8406
    }

    # was -2
    base "breadth" {
      weight = -1.516
    }

    # was -1
    base "unknown_words" {
      weight = -0.9278
    }

    # was 0.5
    base "familiar" {
      weight = 0.656
    }
  }
}
