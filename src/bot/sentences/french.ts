import type { Sentences } from './sentences.js'
import { wording } from './wording.js'

const { and, or, number, plural, span } = wording('fr')

const attendu = (what: string | undefined) => (what === undefined ? '' : ` Il faut ${what}.`)
const vouliezVous = (meant: string | undefined) => (meant === undefined ? '' : ` Vouliez-vous dire ${meant} ?`)

/** The bot's own sentences in French. */
export const french: Sentences = {
  helpWord: 'aide',
  cancelWord: 'annuler',
  approveWord: 'approuver',
  rejectWord: 'refuser',
  stopWord: 'arrêter',
  oneself: 'moi|moi-même',
  dateWords: {
    now: 'maintenant',
    days: "aujourd'hui demain après-demain",
    weekdays: 'dimanche lundi mardi mercredi jeudi vendredi samedi',
    months:
      'janvier|janv février|févr|fév mars avril|avr mai juin juillet|juil août septembre|sept octobre|oct novembre|nov décembre|déc',
    units:
      'semaine|semaines jour|jours|j heure|heures|h minute|minutes|min|mn seconde|secondes|sec milliseconde|millisecondes',
    longUnits: 'mois an|ans|année|années',
    numbers: 'deux trois quatre cinq six sept huit neuf dix onze douze',
    noon: 'midi minuit',
    halves: "du_matin de_l'après-midi|du_soir",
    parts: 'matin|ce_matin|matinée au_déjeuner après-midi|cet_après-midi soir|ce_soir|soirée nuit|cette_nuit',
    clock: 'h|heure|heures',
    at: 'à',
    on: 'le|ce|au',
    in: 'dans',
    later: '',
    and: 'et',
    a: 'un|une',
    half: 'demi|demie',
    of: '',
    more: 'prochain|prochaine|dernier|dernière|semaine|semaines|mois|week-end|quart|tôt|tard|fin|début|en_huit|en_quinze|moins|plus',
    joints: "ou|de|jusqu'à|jusqu'au|au|avant|après|vers|entre|dès|environ|peut-être",
    each: 'chaque|tous_les|toutes_les',
    again: 'quotidiennement|hebdomadairement',
    lasting: 'pour|pendant',
    examples: {
      dates: ['2026-12-01 14:30', 'demain à 9:00', 'vendredi', 'dans 2 heures'],
      days: ['2026-12-01', 'demain', 'vendredi', 'dans 3 jours'],
      spans: ['90s', '1h30', '2 jours'],
    },
    isDayFirst: true,
  },

  helpHeading: 'Voici ce que je sais faire :',
  learnMore: (help) => `Écrivez ${help} pour en savoir plus sur une commande.`,
  theseBeginWith: (text) => `Ces commandes commencent par ${text} :`,
  learnMoreAboutThem: (help) => `Écrivez ${help} pour en savoir plus.`,
  usage: (command) => `Utilisation : ${command}`,
  examples: (commands) => `Par exemple : ${commands.join(', ')}`,
  argumentIs: (argument, what) => `${argument} : ${what}.`,
  alsoCalled: (names) => `Aussi : ${names.join(', ')}`,
  onlyFor: (people) => `Réservé à : ${people}.`,
  waitBetweenUses: (milliseconds) => `Délai d’attente par personne : ${span(milliseconds)}.`,

  notUnderstood: (help) => `Je ne comprends pas. Écrivez ${help} pour voir ce que je sais faire.`,
  didYouMean: (text, commands) => `Je ne connais pas ${text}. Vouliez-vous dire ${or(commands)} ?`,
  foreignLetters: (letters) => `D’un autre alphabet : ${letters.join(', ')}.`,
  missing: (argument, what) => `Il manque ${argument}.${attendu(what)}`,
  wrong: (argument, found, what, meant) =>
    `${argument} ne peut pas être ${found}.${attendu(what)}${vouliezVous(meant)}`,
  tooMuch: (text) => `Je ne sais pas quoi faire de ${text}.`,
  quotationNotClosed: (argument, mark) => `${argument} : le guillemet ${mark} n’est pas fermé.`,
  wordExpected: (word, found) =>
    found === undefined ? `Il manque ${word} à la fin.` : `J’attendais ${word} à la place de ${found}.`,

  aWord: 'un mot',
  aWordOrSeveral: (example) => `un mot, ou plusieurs entre guillemets, comme ${example}`,
  aWholeNumber: (example) => `un nombre entier, comme ${example}`,
  aNumber: (examples) => `un nombre, comme ${or(examples)}`,
  aFile: 'un fichier joint',
  aLink: (example) => `un lien, comme ${example}`,
  oneOf: (words) => `l’un de ces mots : ${words.join(', ')}`,
  aSpanOfTime: (examples) => `une durée, comme ${or(examples)}`,
  aDate: (examples) => `une date ou une heure, comme ${or(examples)}`,
  aDay: (examples) => `un jour, comme ${or(examples)}`,
  aPerson: (mention) => `une personne : une mention comme ${mention}, une adresse ou un identifiant`,
  aGroup: (mention) => `un groupe : une mention comme ${mention}, ou un nom`,
  aTopic: (link) => `un canal et un sujet, comme ${link}`,

  isPast: (argument, moment) => `${argument} est déjà passé : ce serait ${moment}.`,
  unknownPerson: (argument, name, meant) => `${argument} : je ne connais pas ${name}.${vouliezVous(meant)}`,
  unknownGroup: (argument, name, meant) => `${argument} : il n’y a pas de groupe ${name}.${vouliezVous(meant)}`,
  unknownChannel: (argument, name, meant) => `${argument} : je ne connais pas de canal ${name}.${vouliezVous(meant)}`,
  severalPeople: (argument, name, mentions) =>
    `${argument} : plusieurs personnes s’appellent ${name}. Précisez laquelle : ${mentions.join(', ')}.`,

  owners: 'propriétaires de l’organisation',
  administrators: 'administrateurs de l’organisation',
  moderators: 'modérateurs de l’organisation',
  members: 'membres de l’organisation (sans les invités)',
  everybody: 'toute l’organisation',
  groupMembers: (group) => `membres du groupe ${group}`,
  allOf: (people) => and(people),
  onlyTheyMay: (people) => `Vous n’y êtes pas autorisé. C’est réservé à : ${people}.`,
  tooEarly: (milliseconds) => `Pas si vite : attendez encore ${span(milliseconds)} avant de me le redemander.`,

  sendAlone: (command) => `Envoyez ${command} dans un message à part : je vais vous poser une question.`,
  pleaseAnswer: (choices, cancel) => `Répondez ${or(choices)}, s’il vous plaît. Écrivez ${cancel} pour arrêter.`,
  waitingForAnswer: (cancel) => `J’attends votre réponse. Écrivez ${cancel} pour arrêter.`,
  cancelled: 'Annulé.',
  answerTimedOut: 'J’ai attendu une réponse, mais le délai est écoulé.',
  questionReplaced: 'Je n’attends plus de réponse à ma question précédente.',
  onlyTheyMayAnswer: (people) =>
    `Vous ne pouvez pas répondre à cette question. Elle s’adresse à : ${people ?? 'les personnes nommées'}.`,
  rightUnknown: 'Je n’ai pas pu vérifier si vous avez le droit de répondre. Réessayez, s’il vous plaît.',
  nobodyToAsk: (people) => `Je ne peux interroger personne : ${people} – ce groupe ou cette personne n’existe pas.`,
  tooFewToAsk: (people, needed, able) =>
    `Je ne peux pas poser la question ici à : ${people}. Il faut ${number(needed)} ${plural(needed, 'réponse', 'réponses')}, et ${number(able)} ${plural(able, 'personne peut', 'personnes peuvent')} répondre.`,

  approvalNeeded: (quorum, people, approve, reject) =>
    `Il faut ${number(quorum)} ${plural(quorum, 'approbation', 'approbations')} de : ${people}. Écrivez ${approve} ou ${reject}.`,
  approvalsSoFar: (count, quorum) =>
    `${number(count)} ${plural(count, 'approbation', 'approbations')} sur ${number(quorum)} pour l’instant.`,
  approvalNoted: 'Merci.',
  approvedBefore: 'Vous avez déjà approuvé.',
  othersDecide: (cancel) => `C’est votre propre demande : d’autres doivent décider. Écrivez ${cancel} pour la retirer.`,
  rejectedBy: (person) => `Refusé par ${person}.`,
  approvalTimedOut: 'Le délai pour approuver est écoulé.',
  whichApproval: 'Plusieurs demandes attendent ici. Ajoutez le numéro à votre réponse :',

  failed: (delivery) => `Une erreur s’est produite ; livraison ${delivery}.`,
  stopped: (delivery) => `J’ai dû m’arrêter avant d’avoir fini ; livraison ${delivery}.`,
  tryingAgain: 'Cela n’a pas encore marché ; je réessaie.',
  interrupted: (delivery) => `J’ai été interrompu et je ne sais pas si j’ai terminé ; livraison ${delivery}.`,
  conversationInterrupted:
    'J’ai été interrompu en plein travail et je ne sais pas où j’en étais. Vérifiez, et recommencez si nécessaire.',
  conversationLost: 'J’ai perdu le fil de notre conversation. Recommencez, s’il vous plaît.',
  conversationOutdated:
    'J’ai été modifié depuis ma question et je ne peux pas continuer. Recommencez, s’il vous plaît.',
  conversationMoved:
    'Cette conversation a été déplacée dans un canal dont vous ne faites pas partie. Elle se poursuit là-bas.',

  textStopped: '[arrêté]',
  textCutOff: (reason) => `[interrompu : ${reason}]`,
  somethingWentWrong: (delivery) => `une erreur s’est produite ; livraison ${delivery}`,
  textTooLong: 'le texte est trop long',
  ranOutOfTime: 'je n’ai pas eu assez de temps',
  wasInterrupted: 'j’ai été coupé',

  followsNoLonger: 'Je répondrai de nouveau ici quand vous me mentionnerez.',

  mayIDoThis: (what) => `Dois-je faire ceci ? ${what}`,
  askedTooMuch: 'On me demande trop de choses à la fois. Réessayez dans une minute, s’il vous plaît.',
}
