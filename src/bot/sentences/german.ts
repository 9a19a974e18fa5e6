import type { Sentences } from './sentences.js'
import { wording } from './wording.js'

const { and, or, number, plural, span } = wording('de')

const erwartet = (what: string | undefined) => (what === undefined ? '' : ` Erwartet wird ${what}.`)
const gemeint = (meant: string | undefined) => (meant === undefined ? '' : ` Meintest du ${meant}?`)

/** The bot's own sentences in German, with the informal "du" of a team chat. */
export const german: Sentences = {
  helpWord: 'hilfe',
  cancelWord: 'abbrechen',
  approveWord: 'genehmigen',
  rejectWord: 'ablehnen',
  stopWord: 'stopp',
  oneself: 'ich|mich|mir',
  dateWords: {
    now: 'jetzt',
    days: 'heute morgen übermorgen',
    weekdays: 'sonntag montag dienstag mittwoch donnerstag freitag samstag|sonnabend',
    months:
      'januar|jänner|jan februar|feb märz|mär april|apr mai juni|jun juli|jul august|aug september|sep|sept oktober|okt november|nov dezember|dez',
    units:
      'woche|wochen tag|tage|tagen stunde|stunden|std minute|minuten sekunde|sekunden|sek millisekunde|millisekunden',
    longUnits: 'monat|monate|monaten jahr|jahre|jahren',
    numbers: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    noon: '12_uhr_mittags mitternacht',
    halves: 'morgens|vormittags nachmittags|abends',
    parts: 'früh|vormittag|morgens|vormittags mittag|mittags nachmittag|nachmittags abend|abends nacht|nachts',
    clock: 'uhr|h',
    at: 'um',
    on: 'am|den|der|dem|diesen|diese|dieser',
    in: 'in',
    later: '',
    and: 'und',
    a: 'ein|eine|einer|einem|einen',
    half: 'halbe|halben|halber',
    of: '',
    more: 'halb|viertel|dreiviertel|woche|wochen|monat|jahr|wochenende|ende|anfang|nächsten|nächste|nächster|nächstes|plus|minus',
    joints:
      'oder|bis|ab|von|vor|nach|gegen|etwa|ca|zwischen|kommenden|kommende|letzten|letzte|so|punkt|genau|ungefähr|circa|vielleicht',
    each: 'jeden|jede|jedes',
    again: 'täglich|wöchentlich|monatlich|werktags|sonntags|montags|dienstags|mittwochs|donnerstags|freitags|samstags',
    lasting: 'für',
    examples: {
      dates: ['2026-12-01 14:30', 'morgen um 9:00', 'Freitag', 'in 2 Stunden'],
      days: ['2026-12-01', 'morgen', 'Freitag', 'in 3 Tagen'],
      spans: ['90s', '1h30', '2 Tage'],
    },
    isDayFirst: true,
  },

  helpHeading: 'Das kann ich:',
  learnMore: (help) => `Schreib ${help}, um mehr über einen der Befehle zu erfahren.`,
  theseBeginWith: (text) => `Diese Befehle beginnen mit ${text}:`,
  learnMoreAboutThem: (help) => `Schreib ${help}, um mehr über sie zu erfahren.`,
  usage: (command) => `Verwendung: ${command}`,
  examples: (commands) => `Zum Beispiel: ${commands.join(', ')}`,
  argumentIs: (argument, what) => `${argument}: ${what}.`,
  alsoCalled: (names) => `Auch: ${names.join(', ')}`,
  onlyFor: (people) => `Wer das darf: ${people}.`,
  waitBetweenUses: (milliseconds) => `Wartezeit pro Person: ${span(milliseconds)}.`,

  notUnderstood: (help) => `Das verstehe ich nicht. Schreib ${help}, um zu sehen, was ich kann.`,
  didYouMean: (text, commands) => `${text} kenne ich nicht. Meintest du ${or(commands)}?`,
  foreignLetters: (letters) => `Aus einem anderen Alphabet: ${letters.join(', ')}.`,
  missing: (argument, what) => `${argument} fehlt.${erwartet(what)}`,
  wrong: (argument, found, what, meant) => `${argument} kann nicht ${found} sein.${erwartet(what)}${gemeint(meant)}`,
  tooMuch: (text) => `Mit ${text} kann ich nichts anfangen.`,
  quotationNotClosed: (argument, mark) => `${argument}: Auf ${mark} folgt kein schließendes Anführungszeichen.`,
  wordExpected: (word, found) =>
    found === undefined ? `Am Ende fehlt ${word}.` : `Statt ${found} habe ich ${word} erwartet.`,

  aWord: 'ein Wort',
  aWordOrSeveral: (example) => `ein Wort oder mehrere in Anführungszeichen, etwa ${example}`,
  aWholeNumber: (example) => `eine ganze Zahl, etwa ${example}`,
  aNumber: (examples) => `eine Zahl, etwa ${or(examples)}`,
  aFile: 'eine angehängte Datei',
  aLink: (example) => `ein Link, etwa ${example}`,
  oneOf: (words) => `eines von ${words.join(', ')}`,
  aSpanOfTime: (examples) => `eine Dauer, etwa ${or(examples)}`,
  aDate: (examples) => `ein Datum oder eine Uhrzeit, etwa ${or(examples)}`,
  aDay: (examples) => `ein Tag, etwa ${or(examples)}`,
  aPerson: (mention) => `eine Person: eine Erwähnung wie ${mention}, eine Adresse oder eine ID`,
  aGroup: (mention) => `eine Gruppe: eine Erwähnung wie ${mention} oder ein Name`,
  aTopic: (link) => `ein Kanal mit Thema, etwa ${link}`,

  isPast: (argument, moment) => `${argument} ist schon vorbei: Es wäre ${moment}.`,
  unknownPerson: (argument, name, meant) => `${argument}: ${name} kenne ich nicht.${gemeint(meant)}`,
  unknownGroup: (argument, name, meant) => `${argument}: Eine Gruppe ${name} gibt es nicht.${gemeint(meant)}`,
  unknownChannel: (argument, name, meant) => `${argument}: Einen Kanal ${name} kenne ich nicht.${gemeint(meant)}`,
  severalPeople: (argument, name, mentions) =>
    `${argument}: Mehrere heißen ${name}. Sag, wen du meinst: ${mentions.join(', ')}.`,

  owners: 'Eigentümer der Organisation',
  administrators: 'Administratoren der Organisation',
  moderators: 'Moderatoren der Organisation',
  members: 'Mitglieder der Organisation (keine Gäste)',
  everybody: 'alle in dieser Organisation',
  groupMembers: (group) => `Mitglieder der Gruppe ${group}`,
  allOf: (people) => and(people),
  onlyTheyMay: (people) => `Das dürfen nur ${people}.`,
  tooEarly: (milliseconds) =>
    `Nicht so schnell: Bitte warte noch ${span(milliseconds)}, bevor du das wieder anforderst.`,

  sendAlone: (command) => `Schick ${command} bitte in einer eigenen Nachricht: Dabei frage ich dich etwas.`,
  pleaseAnswer: (choices, cancel) => `Bitte antworte mit ${or(choices)}. Mit ${cancel} hörst du auf.`,
  waitingForAnswer: (cancel) => `Ich warte auf deine Antwort. Mit ${cancel} hörst du auf.`,
  cancelled: 'Abgebrochen.',
  answerTimedOut: 'Ich habe auf eine Antwort gewartet, aber die Zeit dafür ist um.',
  questionReplaced: 'Auf eine Antwort auf meine frühere Frage warte ich nicht mehr.',
  onlyTheyMayAnswer: (people = 'die genannten Personen') => `Darauf dürfen nur ${people} antworten.`,
  rightUnknown: 'Ich konnte nicht nachsehen, ob du darauf antworten darfst. Bitte versuch es noch einmal.',
  nobodyToAsk: (people) => `Ich kann niemanden fragen: ${people} – diese Gruppe oder Person gibt es nicht.`,
  tooFewToAsk: (people, needed, able) =>
    `Hier kann ich nicht fragen: ${people}. Nötig ${plural(needed, 'ist', 'sind')} ${number(needed)}, antworten ${plural(able, 'kann', 'können')} ${number(able)}.`,

  approvalNeeded: (quorum, people, approve, reject) =>
    `Hierfür ${plural(quorum, 'ist', 'sind')} ${number(quorum)} ${plural(quorum, 'Genehmigung', 'Genehmigungen')} nötig. Gefragt sind: ${people}. Schreib ${approve} oder ${reject}.`,
  approvalsSoFar: (count, quorum) =>
    `Bisher ${number(count)} von ${number(quorum)} ${plural(quorum, 'Genehmigung', 'Genehmigungen')}.`,
  approvalNoted: 'Danke.',
  approvedBefore: 'Du hast das schon genehmigt.',
  othersDecide: (cancel) => `Du hast selbst darum gebeten, also entscheiden andere. Mit ${cancel} ziehst du es zurück.`,
  rejectedBy: (person) => `Abgelehnt von ${person}.`,
  approvalTimedOut: 'Die Zeit für die Genehmigung ist um.',
  whichApproval: 'Hier wartet mehr als eine Genehmigung. Schreib die Nummer zu deiner Antwort:',

  failed: (delivery) => `Da ist etwas schiefgegangen; Zustellung ${delivery}.`,
  stopped: (delivery) => `Ich musste aufhören, bevor ich damit fertig war; Zustellung ${delivery}.`,
  tryingAgain: 'Das hat noch nicht geklappt; ich versuche es noch einmal.',
  interrupted: (delivery) =>
    `Ich wurde unterbrochen und weiß nicht, ob ich damit fertig geworden bin; Zustellung ${delivery}.`,
  conversationInterrupted:
    'Ich wurde mittendrin unterbrochen und weiß nicht, wie weit ich gekommen bin. Bitte sieh nach und fang, wenn nötig, noch einmal an.',
  conversationLost: 'Ich weiß nicht mehr, worüber wir gesprochen haben. Bitte fang noch einmal an.',
  conversationOutdated:
    'Seit meiner Frage wurde ich geändert und kann damit nicht weitermachen. Bitte fang noch einmal an.',
  conversationMoved: 'Dieses Gespräch wurde in einen Kanal verschoben, in dem du nicht bist. Dort geht es weiter.',

  textStopped: '[angehalten]',
  textCutOff: (reason) => `[abgebrochen: ${reason}]`,
  somethingWentWrong: (delivery) => `etwas ist schiefgegangen; Zustellung ${delivery}`,
  textTooLong: 'der Text ist zu lang',
  ranOutOfTime: 'die Zeit hat nicht gereicht',
  wasInterrupted: 'ich wurde unterbrochen',

  followsNoLonger: 'Ich antworte hier wieder, wenn du mich erwähnst.',

  mayIDoThis: (what) => `Soll ich das tun? ${what}`,
  askedTooMuch: 'Gerade werde ich zu viel gefragt. Bitte versuch es in einer Minute noch einmal.',
}
