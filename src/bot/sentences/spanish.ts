import type { Sentences } from './sentences.js'
import { wording } from './wording.js'

const { and, or, number, plural, span } = wording('es')

const esperado = (what: string | undefined) => (what === undefined ? '' : ` Debe ser ${what}.`)
const quisiste = (meant: string | undefined) => (meant === undefined ? '' : ` ¿Quisiste decir ${meant}?`)

/** The bot's own sentences in Spanish, with the informal "tú" of a team chat. */
export const spanish: Sentences = {
  helpWord: 'ayuda',
  cancelWord: 'cancelar',
  approveWord: 'aprobar',
  rejectWord: 'rechazar',
  stopWord: 'parar',
  oneself: 'yo|mí|mi',
  dateWords: {
    now: 'ahora',
    days: 'hoy mañana pasado_mañana',
    weekdays: 'domingo lunes martes miércoles|miercoles jueves viernes sábado|sabado',
    months:
      'enero|ene febrero|feb marzo abril|abr mayo junio|jun julio|jul agosto|ago septiembre|setiembre|sept octubre|oct noviembre|nov diciembre|dic',
    units:
      'semana|semanas día|días|dia|dias hora|horas|h minuto|minutos|min segundo|segundos|seg milisegundo|milisegundos',
    longUnits: 'mes|meses año|años',
    numbers: 'dos tres cuatro cinco seis siete ocho nueve diez once doce',
    noon: 'mediodía|mediodia|al_mediodía medianoche',
    halves: 'de_la_mañana|de_la_madrugada de_la_tarde|de_la_noche',
    parts:
      'por_la_mañana|en_la_mañana|esta_mañana a_la_hora_de_comer tarde|por_la_tarde|esta_tarde al_atardecer noche|por_la_noche|esta_noche|madrugada',
    clock: 'h|hs|hrs|horas',
    at: 'a_las|a_la|las|a',
    on: 'el|este|día|el_día',
    in: 'en|dentro_de',
    later: '',
    and: 'y',
    a: 'un|una',
    half: 'media|medio',
    of: 'de|del',
    more: 'que_viene|próximo|próxima|semana|semanas|mes|año|fin_de|temprano|cuarto|siguiente|pasado|menos|más',
    joints: 'o|u|a|de|hasta|antes_de|después_de|sobre|entre|desde|quizás|exactamente|aproximadamente',
    each: 'cada|todos_los|todas_las',
    again: 'diariamente|semanalmente|a_diario',
    lasting: 'por|durante',
    examples: {
      dates: ['2026-12-01 14:30', 'mañana a las 9:00', 'viernes', 'en 2 horas'],
      days: ['2026-12-01', 'mañana', 'viernes', 'en 3 días'],
      spans: ['90s', '1h30', '2 días'],
    },
    isDayFirst: true,
  },

  helpHeading: 'Esto es lo que sé hacer:',
  learnMore: (help) => `Escribe ${help} para saber más sobre un comando.`,
  theseBeginWith: (text) => `Estos comandos empiezan por ${text}:`,
  learnMoreAboutThem: (help) => `Escribe ${help} para saber más sobre ellos.`,
  usage: (command) => `Uso: ${command}`,
  examples: (commands) => `Por ejemplo: ${commands.join(', ')}`,
  argumentIs: (argument, what) => `${argument}: ${what}.`,
  alsoCalled: (names) => `También: ${names.join(', ')}`,
  onlyFor: (people) => `Solo para ${people}.`,
  waitBetweenUses: (milliseconds) => `Cada persona tiene que esperar ${span(milliseconds)} entre un uso y otro.`,

  notUnderstood: (help) => `No entiendo eso. Escribe ${help} para ver lo que sé hacer.`,
  didYouMean: (text, commands) => `No conozco ${text}. ¿Quisiste decir ${or(commands)}?`,
  foreignLetters: (letters) => `De otro alfabeto: ${letters.join(', ')}.`,
  missing: (argument, what) => `Falta ${argument}.${esperado(what)}`,
  wrong: (argument, found, what, meant) => `${argument} no puede ser ${found}.${esperado(what)}${quisiste(meant)}`,
  tooMuch: (text) => `No sé qué hacer con ${text}.`,
  quotationNotClosed: (argument, mark) => `${argument}: las comillas ${mark} no se cierran.`,
  wordExpected: (word, found) =>
    found === undefined ? `Falta ${word} al final.` : `Esperaba ${word} en lugar de ${found}.`,

  aWord: 'una palabra',
  aWordOrSeveral: (example) => `una palabra, o varias entre comillas, como ${example}`,
  aWholeNumber: (example) => `un número entero, como ${example}`,
  aNumber: (examples) => `un número, como ${or(examples)}`,
  aFile: 'un archivo adjunto',
  aLink: (example) => `un enlace, como ${example}`,
  oneOf: (words) => `una de estas palabras: ${words.join(', ')}`,
  aSpanOfTime: (examples) => `una duración, como ${or(examples)}`,
  aDate: (examples) => `una fecha o una hora, como ${or(examples)}`,
  aDay: (examples) => `un día, como ${or(examples)}`,
  aPerson: (mention) => `una persona: una mención como ${mention}, una dirección o un ID`,
  aGroup: (mention) => `un grupo: una mención como ${mention}, o un nombre`,
  aTopic: (link) => `un canal y un tema, como ${link}`,

  isPast: (argument, moment) => `${argument} ya ha pasado: sería ${moment}.`,
  unknownPerson: (argument, name, meant) => `${argument}: no conozco a ${name}.${quisiste(meant)}`,
  unknownGroup: (argument, name, meant) => `${argument}: no hay ningún grupo ${name}.${quisiste(meant)}`,
  unknownChannel: (argument, name, meant) => `${argument}: no conozco ningún canal ${name}.${quisiste(meant)}`,
  severalPeople: (argument, name, mentions) =>
    `${argument}: hay varias personas que se llaman ${name}. Di cuál: ${mentions.join(', ')}.`,

  owners: 'propietarios de la organización',
  administrators: 'administradores de la organización',
  moderators: 'moderadores de la organización',
  members: 'miembros de la organización (sin invitados)',
  everybody: 'personas de esta organización',
  groupMembers: (group) => `miembros del grupo ${group}`,
  allOf: (people) => and(people),
  onlyTheyMay: (people) => `No puedes hacer eso. Solo para ${people}.`,
  tooEarly: (milliseconds) => `No tan rápido: espera ${span(milliseconds)} antes de volver a pedirlo.`,

  sendAlone: (command) => `Envía ${command} en un mensaje aparte: te voy a preguntar algo.`,
  pleaseAnswer: (choices, cancel) => `Responde ${or(choices)}, por favor. Escribe ${cancel} para dejarlo.`,
  waitingForAnswer: (cancel) => `Estoy esperando tu respuesta. Escribe ${cancel} para dejarlo.`,
  cancelled: 'Cancelado.',
  answerTimedOut: 'He esperado una respuesta, pero se ha acabado el tiempo.',
  questionReplaced: 'Ya no espero respuesta a mi pregunta anterior.',
  onlyTheyMayAnswer: (people = 'las personas nombradas') => `No puedes responder a eso. Solo para ${people}.`,
  rightUnknown: 'No he podido comprobar si puedes responder a eso. Inténtalo de nuevo, por favor.',
  nobodyToAsk: (people) => `No puedo preguntar a nadie: ${people} – ese grupo o esa persona no existe.`,
  tooFewToAsk: (people, needed, able) =>
    `Aquí no puedo preguntar a ${people}: ${plural(needed, 'hace', 'hacen')} falta ${number(needed)} ${plural(needed, 'respuesta', 'respuestas')}, y ${plural(able, 'puede', 'pueden')} responder ${number(able)}.`,

  approvalNeeded: (quorum, people, approve, reject) =>
    `${plural(quorum, 'Hace', 'Hacen')} falta ${number(quorum)} ${plural(quorum, 'aprobación', 'aprobaciones')} de ${people}. Escribe ${approve} o ${reject}.`,
  approvalsSoFar: (count, quorum) =>
    `${number(count)} de ${number(quorum)} ${plural(quorum, 'aprobación', 'aprobaciones')} por ahora.`,
  approvalNoted: 'Gracias.',
  approvedBefore: 'Ya lo habías aprobado.',
  othersDecide: (cancel) => `Lo has pedido tú, así que deciden otros. Escribe ${cancel} para retirarlo.`,
  rejectedBy: (person) => `Rechazado por ${person}.`,
  approvalTimedOut: 'Se ha acabado el tiempo para aprobarlo.',
  whichApproval: 'Aquí hay más de una aprobación pendiente. Añade el número a tu respuesta:',

  failed: (delivery) => `Algo ha salido mal; entrega ${delivery}.`,
  stopped: (delivery) => `He tenido que parar antes de terminar; entrega ${delivery}.`,
  tryingAgain: 'Todavía no ha funcionado; lo intento de nuevo.',
  interrupted: (delivery) => `Me han interrumpido y no sé si he terminado; entrega ${delivery}.`,
  conversationInterrupted:
    'Me han interrumpido a medias y no sé hasta dónde he llegado. Compruébalo y, si hace falta, empieza de nuevo.',
  conversationLost: 'He perdido el hilo de lo que hablábamos. Empieza de nuevo, por favor.',
  conversationOutdated: 'Me han cambiado desde que pregunté y no puedo seguir con eso. Empieza de nuevo, por favor.',
  conversationMoved: 'Esta conversación se ha movido a un canal en el que no estás. Continúa allí.',

  textStopped: '[detenido]',
  textCutOff: (reason) => `[cortado: ${reason}]`,
  somethingWentWrong: (delivery) => `algo ha salido mal; entrega ${delivery}`,
  textTooLong: 'el texto es demasiado largo',
  ranOutOfTime: 'no me ha dado tiempo',
  wasInterrupted: 'me han interrumpido',

  followsNoLonger: 'Volveré a responder aquí cuando me menciones.',

  mayIDoThis: (what) => `¿Hago esto? ${what}`,
  askedTooMuch: 'Ahora mismo me preguntan demasiado. Inténtalo de nuevo en un minuto, por favor.',
}
