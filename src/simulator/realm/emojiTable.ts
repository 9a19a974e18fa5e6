/**
 * The Unicode emoji that the simulator knows, as the service names them: code points in hexadecimal, joined with
 * dashes, then the names; the first name is the one that is shown.
 */
const table = `
1f600 grinning; 1f603 smiley; 1f604 big_smile; 1f601 grinning_face_with_smiling_eyes; 1f606 laughing lol
1f605 sweat_smile; 1f923 rolling_on_the_floor_laughing rofl; 1f602 joy tears laughter_tears; 1f642 smile
1f643 upside_down oops; 1f609 wink; 1f60a blush; 1f607 innocent halo; 1f970 smiling_face_with_hearts
1f60d heart_eyes in_love; 1f929 star_struck; 1f618 heart_kiss blow_a_kiss; 1f60b yum; 1f61b stuck_out_tongue
1f61c stuck_out_tongue_wink; 1f92a zany; 1f917 hug arms_open; 1f92d face_with_hand_over_mouth; 1f92b shh
1f914 thinking; 1f910 silence quiet; 1f928 face_with_raised_eyebrow; 1f610 neutral; 1f611 expressionless
1f636 speechless; 1f60f smirk; 1f612 unamused; 1f644 rolling_eyes; 1f62c grimacing nervous; 1f925 lying
1f60c relieved; 1f614 pensive tired; 1f62a sleepy; 1f924 drooling; 1f634 sleeping; 1f637 mask; 1f912 sick
1f915 hurt head_bandage; 1f922 nauseated; 1f92e vomiting; 1f927 sneezing; 1f975 hot_face; 1f976 cold_face
1f974 woozy_face; 1f635 dizzy; 1f92f exploding_head; 1f973 partying_face; 1f60e sunglasses; 1f913 nerd geek
1f9d0 monocle; 1f615 oh_no half_frown; 1f61f worried; 1f641 frown slight_frown; 2639 sad frowning
1f62e open_mouth; 1f62f hushed; 1f632 astonished; 1f633 flushed embarrassed; 1f97a pleading; 1f628 fear
1f630 cold_sweat; 1f625 exhausted; 1f622 cry; 1f62d sob; 1f631 scream; 1f616 confounded agony; 1f629 weary
1f62b anguish; 1f971 yawning; 1f624 triumph; 1f621 rage mad; 1f620 angry; 1f92c cursing; 1f608 smiling_devil
1f480 skull; 1f4a9 poop; 1f921 clown; 1f47b ghost boo; 1f47d alien ufo; 1f916 robot; 1f63a smiley_cat
1f648 see_no_evil; 1f649 hear_no_evil; 1f64a speak_no_evil; 1f44b wave hello hi; 1f91a stop; 270b hand raised_hand
1f596 spock live_long_and_prosper; 1f44c ok got_it; 270c peace_sign victory; 1f91e fingers_crossed
1f918 rock_on; 1f919 call_me; 1f448 point_left; 1f449 point_right; 1f446 point_up; 1f447 point_down
1f44d +1 thumbs_up like; 1f44e -1 thumbs_down; 270a fist; 1f44a fist_bump punch; 1f44f clap applause
1f64c raised_hands praise; 1f450 open_hands; 1f91d handshake done_deal; 1f64f pray please thanks; 270d writing
1f4aa muscle; 1f9e0 brain; 1f440 eyes looking; 1f441 eye; 1f476 baby; 1f468 man; 1f469 woman; 1f926 face_palm
1f937 shrug; 1f647 bow; 1f6b6 walking; 1f3c3 running; 1f483 dancer; 1f468-200d-1f373 chef
1f436 dog; 1f431 cat; 1f42d mouse; 1f439 hamster; 1f430 rabbit; 1f98a fox; 1f43b bear; 1f43c panda; 1f428 koala
1f42f tiger; 1f981 lion; 1f42e cow; 1f437 pig; 1f438 frog; 1f435 monkey; 1f414 chicken; 1f427 penguin
1f426 bird; 1f986 duck; 1f989 owl; 1f434 horse; 1f984 unicorn; 1f41d bee; 1f41b bug; 1f98b butterfly
1f40c snail; 1f422 turtle; 1f40d snake; 1f419 octopus; 1f980 crab; 1f420 fish; 1f42c dolphin; 1f433 whale
1f995 dinosaur; 1f490 bouquet; 1f339 rose; 1f33b sunflower; 1f337 tulip; 1f331 seedling; 1f332 evergreen_tree
1f335 cactus; 1f340 lucky four_leaf_clover; 1f342 fallen_leaf; 1f34e apple; 1f34c banana; 1f347 grapes
1f353 strawberry; 1f34b lemon; 1f351 peach; 1f352 cherries; 1f951 avocado; 1f345 tomato; 1f955 carrot
1f33d corn; 1f35e bread; 1f950 croissant; 1f956 baguette; 1f968 pretzel; 1f96f bagel; 1f95e pancakes
1f9c7 waffle; 1f9c0 cheese; 1f354 hamburger; 1f355 pizza; 1f32e taco; 1f957 salad; 1f35c ramen; 1f363 sushi
1f36a cookie; 1f382 birthday; 1f370 cake; 1f9c1 cupcake; 1f967 pie; 1f36b chocolate; 1f36f honey; 1f95a egg
1f9c8 butter; 1f9c2 salt; 2615 coffee; 1f375 tea; 1f37a beer; 1f37b beers; 1f377 wine; 1f942 clink toast
1f374 fork_and_knife; 1f944 spoon; 1f373 cooking; 26bd football; 1f3c0 basketball; 1f3c6 trophy
1f947 first_place gold; 1f3af direct_hit bulls_eye; 1f3b2 dice; 1f3b5 music; 1f3b8 guitar; 1f3a8 art
1f697 car; 1f69a truck; 1f6b2 bike; 2708 airplane; 1f680 rocket; 1f6a2 ship; 1f3e0 house; 1f3e2 office
1f3ed factory; 1f30d earth_africa; 1f315 moon; 2600 sunny; 2b50 star; 1f31f glowing_star; 26a1 zap lightning
1f525 fire lit hot flame; 1f308 rainbow; 2601 cloud; 1f327 rain; 2744 snowflake; 26c4 snowman; 1f4a7 drop
1f389 tada; 1f38a confetti; 1f388 balloon; 1f381 gift present; 1f384 holiday_tree; 1f383 jack-o-lantern
231a watch; 23f0 alarm_clock; 23f1 stopwatch; 231b time_ticking hourglass; 1f4f1 phone mobile_phone
1f4bb computer laptop; 1f5a8 printer; 1f4a1 light_bulb idea; 1f526 flashlight; 1f4d6 book; 1f4da books
1f4dd memo note; 270f pencil; 1f4c5 calendar; 1f4c8 chart upward_trend; 1f4c9 downward_trend; 1f4ca bar_chart
1f4cc push_pin; 1f4ce paperclip; 2702 scissors; 1f512 locked; 1f513 unlocked; 1f511 key; 1f528 hammer
1f527 wrench fixing; 2699 gear settings; 1f517 link; 1f4e6 package; 1f4e7 e-mail; 1f4ec mailbox; 1f514 bell
1f515 mute; 1f4e2 loudspeaker; 1f50d search; 1f4b0 money; 1f4b8 losing_money; 1f9ea test_tube; 1f48a pill
1f6a8 siren; 1f6a7 construction; 1f6ab prohibited; 1f5d1 wastebasket; 2764 heart love; 1f9e1 orange_heart
1f49b yellow_heart; 1f49a green_heart; 1f499 blue_heart; 1f49c purple_heart; 1f5a4 black_heart
1f494 broken_heart; 1f495 two_hearts; 1f4af 100 hundred; 1f4a5 boom explosion; 1f4a4 zzz; 1f4ac umm
2705 check all_good approved; 2714 check_mark; 274c cross_mark incorrect wrong; 2753 question; 2757 exclamation
26a0 warning caution; 267b recycle; 2b06 up; 2b07 down; 27a1 right; 2b05 left; 1f504 arrows_counterclockwise
1f195 new; 1f197 squared_ok; 1f198 sos; 1f51c soon; 1f3c1 checkered_flag; 1f6a9 triangular_flag; 1f3f3 white_flag
`

export interface UnicodeEmoji {
  /** The name that is shown. */
  readonly name: string
  readonly code: string
}

const rows = table
  .split(/[;\n]/)
  .map((row) => row.trim().split(' '))
  .flatMap(([code = '', ...names]) => (names[0] === undefined ? [] : [{ code, names, name: names[0] }]))

/** By every name. */
export const unicodeEmojiByName: ReadonlyMap<string, UnicodeEmoji> = new Map(
  rows.flatMap(({ code, name, names }) => names.map((one) => [one, { name, code }])),
)

/** By code: all names. */
export const unicodeEmojiNames: ReadonlyMap<string, readonly string[]> = new Map(
  rows.map(({ code, names }) => [code, names]),
)

/** The characters of a code. */
export function emojiCharacters(code: string): string {
  return String.fromCodePoint(...code.split('-').map((part) => Number.parseInt(part, 16)))
}
