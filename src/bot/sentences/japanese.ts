import type { Sentences } from './sentences.js'
import { wording } from './wording.js'

const { and, or, number, span } = wording('ja')

const expected = (what: string | undefined) => (what === undefined ? '' : `${what}を指定してください。`)
const perhaps = (meant: string | undefined) => (meant === undefined ? '' : `もしかして${meant}ですか？`)

/** The bot's own sentences in Japanese, in the polite form. */
export const japanese: Sentences = {
  helpWord: 'ヘルプ',
  cancelWord: 'キャンセル',
  approveWord: '承認',
  rejectWord: '却下',
  stopWord: '停止',
  oneself: '私|わたし|自分',
  dateWords: {
    now: '今|いま',
    days: '今日|きょう|本日 明日|あした|あす 明後日|あさって',
    weekdays: '日曜日|日曜 月曜日|月曜 火曜日|火曜 水曜日|水曜 木曜日|木曜 金曜日|金曜 土曜日|土曜',
    months: '',
    units: '週間|週 日間|日 時間 分間|分 秒間|秒 ミリ秒',
    longUnits: 'か月|ヶ月|ヵ月|カ月|ケ月 年',
    numbers: '二 三 四 五 六 七 八 九 十 十一 十二',
    noon: '正午 零時|真夜中',
    halves: '午前 午後',
    parts: '朝|今朝 昼|お昼 夕方|午後 晩|今晩 夜|今夜|深夜',
    clock: '時',
    at: '',
    on: '',
    in: '',
    later: '後|あと',
    and: 'と',
    a: '',
    half: '半',
    of: 'の',
    marks: '年 月 日',
    more: '来週|今週|先週|週末|来月|今月|月末|頃|ごろ|過ぎ|前|以降|から|まで',
    joints: '',
    each: '毎',
    again: '毎日|毎週|毎朝|毎晩|毎月',
    lasting: '',
    examples: {
      dates: ['2026-12-01 14:30', '明日9:00', '金曜日', '2時間後'],
      days: ['2026-12-01', '明日', '金曜日', '3日後'],
      spans: ['90秒', '1時間30分', '2日'],
    },
    isDayFirst: false,
  },

  helpHeading: 'できることは次のとおりです。',
  learnMore: (help) => `コマンドの詳細は${help}と入力してください。`,
  theseBeginWith: (text) => `${text}で始まるコマンドは次のとおりです。`,
  learnMoreAboutThem: (help) => `詳細は${help}と入力してください。`,
  usage: (command) => `使い方: ${command}`,
  examples: (commands) => `例: ${commands.join('、')}`,
  argumentIs: (argument, what) => `${argument}: ${what}`,
  alsoCalled: (names) => `別名: ${names.join('、')}`,
  onlyFor: (people) => `使える人: ${people}`,
  waitBetweenUses: (milliseconds) => `一度使うと、次に使えるのは${span(milliseconds)}後です。`,

  notUnderstood: (help) => `すみません、わかりませんでした。できることは${help}で確認できます。`,
  didYouMean: (text, commands) => `${text}はわかりません。もしかして${or(commands)}ですか？`,
  foreignLetters: (letters) => `別の文字体系の文字：${letters.join('、')}。`,
  missing: (argument, what) => `${argument}がありません。${expected(what)}`,
  wrong: (argument, found, what, meant) => `${argument}に${found}は使えません。${expected(what)}${perhaps(meant)}`,
  tooMuch: (text) => `${text}の部分がわかりませんでした。`,
  quotationNotClosed: (argument, mark) => `${argument}：${mark} に対応する閉じ引用符がありません。`,
  wordExpected: (word, found) =>
    found === undefined ? `最後に${word}が必要です。` : `${found}ではなく${word}が必要です。`,

  aWord: '単語',
  aWordOrSeveral: (example) => `単語、または引用符で囲んだ語句（例: ${example}）`,
  aWholeNumber: (example) => `整数（例: ${example}）`,
  aNumber: (examples) => `数値（例: ${examples.join('、')}）`,
  aFile: '添付ファイル',
  aLink: (example) => `リンク（例: ${example}）`,
  oneOf: (words) => `${words.join('、')}のいずれか`,
  aSpanOfTime: (examples) => `時間の長さ（例: ${examples.join('、')}）`,
  aDate: (examples) => `日付または時刻（例: ${examples.join('、')}）`,
  aDay: (examples) => `日付（例: ${examples.join('、')}）`,
  aPerson: (mention) => `人（${mention}のようなメンション、メールアドレス、またはID）`,
  aGroup: (mention) => `グループ（${mention}のようなメンション、または名前）`,
  aTopic: (link) => `チャンネルとトピック（例: ${link}）`,

  isPast: (argument, moment) => `${argument}は過ぎています(${moment})。`,
  unknownPerson: (argument, name, meant) => `${argument}: ${name}という人が見つかりません。${perhaps(meant)}`,
  unknownGroup: (argument, name, meant) => `${argument}: ${name}というグループはありません。${perhaps(meant)}`,
  unknownChannel: (argument, name, meant) => `${argument}: ${name}というチャンネルが見つかりません。${perhaps(meant)}`,
  severalPeople: (argument, name, mentions) =>
    `${argument}: ${name}という人が複数います。誰のことか指定してください: ${mentions.join('、')}`,

  owners: '組織のオーナー',
  administrators: '組織の管理者',
  moderators: '組織のモデレーター',
  members: '組織のメンバー（ゲストを除く）',
  everybody: 'この組織の人',
  groupMembers: (group) => `グループ${group}のメンバー`,
  allOf: (people) => and(people),
  onlyTheyMay: (people) => `この操作ができるのは${people}だけです。`,
  tooEarly: (milliseconds) => `少し早すぎます。あと${span(milliseconds)}待ってから、もう一度お試しください。`,

  sendAlone: (command) => `${command}は質問があるので、単独のメッセージで送ってください。`,
  pleaseAnswer: (choices, cancel) => `${or(choices)}で答えてください。やめるには${cancel}と入力してください。`,
  waitingForAnswer: (cancel) => `お返事をお待ちしています。やめるには${cancel}と入力してください。`,
  cancelled: 'キャンセルしました。',
  answerTimedOut: 'お返事をお待ちしていましたが、時間切れになりました。',
  questionReplaced: '前の質問へのお返事は、もうお待ちしていません。',
  onlyTheyMayAnswer: (people = '指名された人') => `これに答えられるのは${people}だけです。`,
  rightUnknown: '答える権限があるか確認できませんでした。もう一度お試しください。',
  nobodyToAsk: (people) => `${people}に質問できません。そのようなグループまたは人は見つかりません。`,
  tooFewToAsk: (people, needed, able) =>
    `ここでは${people}に質問できません。${number(needed)}人の回答が必要ですが、答えられるのは${number(able)}人です。`,

  approvalNeeded: (quorum, people, approve, reject) =>
    `${people}のうち${number(quorum)}人の承認が必要です。${approve}または${reject}と入力してください。`,
  approvalsSoFar: (count, quorum) => `現在の承認は${number(quorum)}人中${number(count)}人です。`,
  approvalNoted: 'ありがとうございます。',
  approvedBefore: 'すでに承認済みです。',
  othersDecide: (cancel) => `ご自身の依頼なので、ほかの人が判断します。取り下げるには${cancel}と入力してください。`,
  rejectedBy: (person) => `${person} が却下しました。`,
  approvalTimedOut: '承認の期限が過ぎました。',
  whichApproval: '複数の承認依頼があります。回答に番号を付けてください。',

  failed: (delivery) => `エラーが発生しました（配信 ${delivery}）。`,
  stopped: (delivery) => `完了する前に停止しました（配信 ${delivery}）。`,
  tryingAgain: 'まだうまくいっていません。もう一度試しています。',
  interrupted: (delivery) => `処理が中断され、完了したかどうかわかりません（配信 ${delivery}）。`,
  conversationInterrupted:
    '途中で中断され、どこまで進んだかわかりません。ご確認のうえ、必要ならもう一度最初からお願いします。',
  conversationLost: '何の話をしていたのかわからなくなりました。もう一度最初からお願いします。',
  conversationOutdated: '質問した後に変更があったため、続けられません。もう一度最初からお願いします。',
  conversationMoved: 'この会話は、あなたが参加していないチャンネルに移動しました。続きはそちらで行われます。',

  textStopped: '［停止しました］',
  textCutOff: (reason) => `［中断: ${reason}］`,
  somethingWentWrong: (delivery) => `エラーが発生しました（配信 ${delivery}）`,
  textTooLong: '文章が長すぎます',
  ranOutOfTime: '時間が足りませんでした',
  wasInterrupted: '処理が中断されました',

  followsNoLonger: '次にメンションされるまで、ここでは返信しません。',

  mayIDoThis: (what) => `これを実行してよいですか？ ${what}`,
  askedTooMuch: '現在リクエストが集中しています。1分ほど待ってから、もう一度お試しください。',
}
