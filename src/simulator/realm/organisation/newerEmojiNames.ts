/**
 * The emoji that newer servers name otherwise. Written by `node scripts/emoji.mjs`.
 */
export const newerEmojiNames = `
2640 female_sign female; 2642 male_sign male; 1f201 japanese_here_button; 1f202 japanese_service_charge_button charge
1f22f japanese_reserved_button reserved; 1f233 japanese_vacancy_button vacancy; 1f313 first_quarter_moon first
1f344-200d-1f7eb brown_mushroom fungi fungus portobello shiitake shroom spore toppings truffle vegetarian
1f34b-200d-1f7e9 lime acidity citrus garnish margarita mojito refreshing salsa sour tangy tequila zest
1f3c3-200d-27a1 person_running_facing_right
1f3f3-200d-1f308 rainbow_flag bisexual gay genderqueer glbt glbtq lesbian lgbt lgbtqia queer trans
1f3f4-200d-2620 pirate_flag jolly plunder roger; 1f408-200d-2b1b black_cat feline unlucky; 1f415-200d-1f9ba service_dog assistance
1f41e lady_beetle garden ladybird ladybug
1f426-200d-1f525 phoenix ascension emerge firebird glory immortal rebirth reincarnation reinvent renewal revival revive rise transform
1f426-200d-2b1b black_bird beak caw corvid crow raven rook; 1f43b-200d-2744 polar_bear arctic polar
1f468-200d-1f37c man_feeding_baby father; 1f471-200d-2640 woman_blond_hair blonde; 1f471-200d-2642 man_blond_hair
1f471 person_blond_hair human; 1f50e magnifying_glass_tilted_right contact magnifying right_pointing tilted
1f52f dotted_six_pointed_star jewish six_pointed; 1f604 smile; 1f617 kissing_face smooch smooches
1f62e-200d-1f4a8 face_exhaling blow blowing exhale exhaling groan relief sigh smoke whisper whistle
1f635-200d-1f4ab face_with_spiral_eyes hypnotized trouble woah; 1f636-200d-1f32b face_in_clouds absentminded clouds
1f642-200d-2194 head_shaking_horizontally horizontally; 1f642-200d-2195 head_shaking_vertically nod vertically; 1f642 slight_smile
1f6b6-200d-27a1 person_walking_facing_right; 1f6d6 hut roundhouse shelter yurt
1f6dc wireless broadband connectivity hotspot internet network router wi_fi wifi wlan
1f6dd playground_slide amusement park playground slide sliding theme; 1f6de wheel tire turn vehicle
1f6df ring_buoy buoy float lifesaver preserver rescue save saver; 1f6f7 sled luge sledge sleigh snow toboggan
1f6f8 flying_saucer aliens extra saucer terrestrial; 1f6f9 skateboard board skater wheels; 1f6fa auto_rickshaw auto rickshaw tuk
1f6fb pickup_truck automobile flatbed pick_up pickup transportation; 1f6fc roller_skate blades skates; 1f7e2 green_circle
1f7e5 red_square penalty; 1f7f0 heavy_equals_sign answer equal equality equals math
1f90c pinched_fingers huh interrogation patience pinched ugh zip; 1f90f pinching_hand amount bit little pinching; 1f91f love_you_gesture
1f928 face_with_raised_eyebrow disapproval distrust emoji hmm mild raised skeptic skepticism; 1f929 star_struck starry_eyed
1f92a zany_face goofy zany; 1f92b shushing_face shh shush shushing; 1f92c face_with_symbols_on_mouth censor cursing cussing pissed swearing
1f92d face_with_hand_over_mouth giggle giggling realization sudden whoops; 1f92e face_vomiting barf ew gross puke spew vomit vomiting
1f92f exploding_head blown explode exploding mind mindblown shocked way; 1f932 palms_up_together cupped dua palms prayer
1f93f diving_mask snorkeling; 1f94c curling_stone curling; 1f94f flying_disc disc ultimate; 1f961 takeout_box delivery takeout
1f962 chopsticks hashi jeotgarak kuaizi; 1f963 bowl_with_spoon bowl cereal congee oatmeal porridge; 1f964 cup_with_straw malt soda soft
1f965 coconut colada piña pina; 1f966 broccoli wild; 1f967 pie filling pastry slice; 1f968 pretzel convoluted twisted
1f96b canned_food can canned; 1f96c leafy_green bok burgers choy kale leafy lettuce; 1f970 smiling_face_with_hearts 3 adore crush
1f971 yawning_face bedtime bored nap sleep yawn yawning; 1f972 smiling_face_with_tear glad pain tear touched
1f973 partying_face bday hooray; 1f974 woozy_face drunk intoxicated tipsy uneven wavy
1f975 hot_face dying feverish panting red_faced stroke sweating; 1f976 cold_face blue_faced freezing frostbite icicles subzero
1f977 ninja assassin fight fighter skills stealth; 1f978 disguised_face disguise incognito moustache mustache tache tash
1f979 face_holding_back_tears admiration aww feelings gratitude holding resist; 1f97a pleading_face begging big mercy pleading why
1f97c lab_coat clothes dr; 1f97d goggles dive welding; 1f97e hiking_boot backpacking hiking outdoors
1f97f flat_shoe comfy flat flats slip_on slipper; 1f996 t_rex rex t tyrannosaurus; 1f997 cricket grasshopper orthoptera
1f99a peacock colorful ostentatious peahen; 1f99d raccoon curious; 1f9a1 badger pester; 1f9a2 swan cygnet duckling ugly
1f9a3 mammoth tusk wooly; 1f9a4 dodo; 1f9ad seal; 1f9ae guide_dog; 1f9b4 bone wishbone; 1f9b5 leg knee limb; 1f9b6 foot ankle stomp
1f9b7 tooth dentist pearly; 1f9b8-200d-2640 woman_superhero heroine; 1f9bb ear_with_hearing_aid hard hearing; 1f9be mechanical_arm arm
1f9c1 cupcake dessert sprinkles sugar treat; 1f9c2 salt flavor salty taste; 1f9c3 beverage_box beverage; 1f9ca ice cube iceberg
1f9cb bubble_tea boba; 1f9cc troll monster trolling; 1f9cd person_standing; 1f9cf deaf_person
1f9d0 face_with_monocle classy fancy monocle stuffy wealthy; 1f9d1-200d-1f37c person_feeding_baby parent
1f9d1-200d-1f384 mx_claus christmas claus holiday merry mx xmas; 1f9d1-200d-1f91d-200d-1f9d1 people_holding_hands friends twins
1f9d2 child bright_eyed grandchild kid young younger; 1f9d3 older_person elderly grandparent old wise
1f9d5 woman_with_headscarf bandana headscarf hijab kerchief mantilla tichel; 1f9da-200d-2640 woman_fairy titania
1f9da-200d-2642 man_fairy oberon puck; 1f9db vampire dracula; 1f9dc-200d-2640 mermaid merwoman
1f9dc-200d-2642 merman neptune poseidon triton; 1f9e0 brain intelligent smart; 1f9e2 billed_cap billed cap; 1f9e5 coat brr
1f9e7 red_envelope hóngbāo lai see hongbao; 1f9e8 firecracker dynamite explosive pop popping spark; 1f9ea test_tube chemistry test tube
1f9eb petri_dish biology culture dish petri; 1f9ec dna evolution gene genetics; 1f9ed compass direction navigation orienteering
1f9ee abacus calculation calculator; 1f9ef fire_extinguisher extinguish extinguisher quench
1f9f2 magnet attraction horseshoe negative positive shape u; 1f9f3 luggage bag packing suitcase travel
1f9f4 lotion_bottle bottle lotion moisturizer shampoo sunscreen; 1f9f7 safety_pin diaper punk; 1f9f8 teddy_bear plaything plush teddy
1f9fb roll_of_paper roll towels; 1f9fc soap bar lather soapdish; 1f9fd sponge absorbing porous soak
1f9fe receipt accounting bookkeeping evidence invoice proof; 1fa70 ballet_shoes shoes; 1fa72 briefs
1fa74 thong_sandal flop sandals thong thongs zōri zori; 1fa75 light_blue_heart cyan sky teal; 1fa76 grey_heart gray grey slate
1fa77 pink_heart adorable; 1fa78 drop_of_blood bleed donation injury menstruation; 1fa79 adhesive_bandage adhesive bandage; 1fa7b x_ray xray
1fa7c crutch disability help mobility; 1fa81 kite; 1fa83 boomerang rebound repercussion weapon; 1fa84 magic_wand magician wand
1fa85 piñata cinco de festive mayo pinada pinata; 1fa86 nesting_dolls babooshka baboushka babushka doll matryoshka russia
1fa87 maracas cha percussion rattle; 1fa88 flute band fife flautist marching orchestra piccolo pipe recorder woodwind
1fa90 ringed_planet planet ringed saturn saturnine; 1fa93 axe ax hatchet split; 1fa94 diya_lamp diya oil
1fa96 military_helmet army military warrior; 1fa97 accordion concertina squeeze squeezebox; 1fa98 long_drum conga long rhythm
1fa99 coin dollar euro metal; 1fa9a carpentry_saw carpenter carpentry saw trim; 1fa9b screwdriver flathead handy; 1fa9c ladder rung step
1fa9d hook crook curve ensnare point selling; 1fa9e mirror makeup reflection reflector speculum
1fa9f window air frame fresh opening transparent view; 1faa0 plunger force suction
1faa1 sewing_needle embroidery sew stitches sutures tailoring; 1faa2 knot cord rope tangled twine twist; 1faa3 bucket cask vat
1faa4 mouse_trap bait lure mousetrap snare trap; 1faa5 toothbrush bathroom brush dental hygiene toiletry
1faa6 headstone cemetery graveyard memorial rip tomb tombstone; 1faa7 placard demonstration notice picket plaque protest
1faa8 rock boulder solid tough; 1faaa identification_card credentials identification license security
1faab low_battery drained electronic energy low; 1faac hamsa fatima mary miriam protect
1faad folding_hand_fan clack cooling fan flutter folding; 1faaf khanda deg fateh khalsa religion sikh sikhism tegh
1fab4 potted_plant decor grow nurturing potted; 1fab6 feather flight plumage; 1fab7 lotus calm purity; 1fab8 coral change climate reef
1faba nest_with_eggs eggs; 1fabb hyacinth bloom bluebonnet indigo lavender lilac lupine shrub snapdragon spring violet
1fabc jellyfish aquarium invertebrate jelly marine ouch plankton sting stinger tentacles; 1fabd wing angelic aviation heavenly mythology
1fabf goose flock fowl gaggle gander geese honk silly; 1fac0 anatomical_heart anatomical cardiology pulse real
1fac1 lungs breath breathe exhalation inhalation lung respiration
1fac2 people_hugging comfort embrace farewell friendship goodbye hugging thanks; 1fac5 person_with_crown monarch noble regal royal royalty
1face moose alces antlers elk; 1facf donkey ass burro hinny mule stubborn; 1fad0 blueberries berries berry bilberry blueberry
1fad3 flatbread arepa gordita lavash naan pita; 1fad4 tamale mexican pamonha wrapped; 1fad5 fondue melted; 1fad6 teapot brew
1fad7 pouring_liquid accident pour pouring spill; 1fad9 jar container nothing sauce store; 1fada ginger_root ginger natural root spice
1fadb pea_pod beanstalk edamame pea pod soybean; 1fae0 melting_face dissolve haha melt melting
1fae1 saluting_face maam respect salute saluting sir troops; 1fae2 face_with_open_eyes_and_hand_over_mouth amazement awe open
1fae3 face_with_peeking_eye captivated hiding peek peeking peep stare
1fae4 face_with_diagonal_mouth confusion diagonal doubtful frustration unsure; 1fae5 dotted_line_face depressed introvert invisible line
1fae6 biting_lip biting flirting lip sexy uncomfortable worry; 1fae7 bubbles burp floating underwater
1fae8 shaking_face daze earthquake panic vibrate; 1faf0 hand_with_index_finger_and_thumb_crossed crossed expensive snap thumb
1faf3 palm_down_hand dismiss dropped shoo; 1faf4 palm_up_hand beckon come offer tell
1faf5 index_pointing_at_the_viewer at pointing poke viewer; 265f chess_pawn chess dupe expendable pawn
26d3-200d-1f4a5 broken_chain break breaking broken chain cuffs freedom; 2764-200d-1f525 heart_on_fire lust sacred
`
