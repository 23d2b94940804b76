/** The kinds of OpenStreetMap's tagging schema that a town's directory has, and in which of the 15 categories people look for them. */

/** Presets that are no business: street furniture, pitches, machines, parts of a park. */
export const leftOut =
  /^(amenity\/(weighbridge|watering_place|water_point|waste|vacuum|trolley|traffic_park|ticket_validator|telephone|smoking|shower|shelter|sanitary|refugee|recycling_container|public_bookcase|photo_booth|payment_terminal|parking|post_box|letter_box|lounger|loading|library_dropoff|lavoir|kneipp|kitchen|hunting|grit|give_box|fountain|drinking_water|dressing_room|dog_toilet|device_charging|compressed|clock|binoculars|bicycle_parking|bicycle_wash|bicycle_repair_station|bench|bbq|baking|vending|toilets|boat_storage|swingerclub|love_hotel|stripclub|prison|mortuary|polling|motorcycle_parking|luggage|recycling\/|townhall\/barangay|community_centre\/chitalishte|exhibition|studio\/|monastery|ranger|dive)|leisure\/(track|slipway|pitch|picnic|outdoor_seating|marina_no|hot_tub|garden|fitness_station|fishing|firepit|common|bleachers|bird_hide|beach|bathing|bandstand|adult|swimming_area|nature|hackerspace|sports_hall)|tourism\/(wilderness|viewpoint|trail|picnic|information|camp_pitch|camp_site\/|attraction|artwork|alpine|chalet|caravan)|shop\/(erotic|outpost|yes|vacant|kiosk|trade|wholesale|religion|psychic|lottery|radiotechnics|rice|nuts|collector|catalogue|military|groundskeeping|agrarian)|office\/(quango|union|ngo|research|security|diplomatic|forestry|government\/|bail|yes|administrative|association|company|foundation|political|religion|water|energy|telecommunication|lawyer\/)|craft\/(sail|saw|rigger|sculptor|scaffold|tin|basket|beekeeper|agricultural|boat|metal|parquet|joiner|blacksmith)|healthcare\/(yes|sample|alternative\/ayur|alternative\/homeo)|education\/yes|club\/)/;

const byKey: Record<string, string> = {
  shop: 'shopping',
  craft: 'home-services',
  office: 'professional-services',
  leisure: 'arts-entertainment',
  healthcare: 'medical-services',
  tourism: 'arts-entertainment',
  education: 'education',
  amenity: 'other',
};

/** Categories that differ from the key's, and second categories. Keys are the last part of an id, or 'part/*'. */
const table = `
food-dining: restaurant restaurant/* fast_food fast_food/* cafe cafe/* bar bar/* pub pub/* biergarten ice_cream ice_cream/* food_court bakery pastry brewery winery distillery caterer confectionery chocolate coffee tea deli butcher seafood cheese dairy greengrocer hookah_lounge internet_cafe nightclub nightclub/* events_venue convenience supermarket alcohol wine beverages pasta frozen_food
shopping: bakery pastry confectionery chocolate coffee tea deli butcher seafood cheese greengrocer brewing_supplies pharmacy marketplace fuel photo mobile_phone computer electronics car_parts bicycle optician frame pet garden_centre musical_instrument jewelry watchmaker charity second_hand antiques pottery art doityourself hardware cosmetics craft florist
health-beauty: hairdresser hairdresser/* beauty beauty/* massage tattoo piercing cosmetics perfumery hairdresser_supply wigs fitness_centre fitness_centre/* sauna dojo nutrition_supplements herbalist health_food alternative/acupuncture public_bath sports_centre
medical-services: pharmacy chemist dentist dentist/* doctors doctors/* clinic clinic/* hospital veterinary_pharmacy optician hearing_aids medical_supply nursing_home assisted_living ambulatory_care therapist social_facility/nursing_home social_facility/assisted_living massage cannabis alternative/*
home-services: hvac doors doityourself fireplace swimming_pool kitchen bathroom_furnishing flooring tiles lighting window_blind interior_decoration locksmith cleaning curtain carpet electrical paint gas moving_company upholsterer vacuum_cleaner appliance laundry dry_cleaning security tool_hire repair furniture property_management garden_centre chimney_sweeper
professional-services: copyshop printer_ink photographer photographic_laboratory signmaker bookbinder post_office post_depot coworking moving_company funeral_directors travel_agency dry_cleaning laundry tailor dressmaker shoemaker shoe_repair caterer security storage_rental rental party courthouse conference_centre events_venue notary watchmaker clockmaker
legal-services: lawyer notary courthouse bail_bond
real-estate-services: estate_agent property_management surveyor
pet-services: veterinary pet pet_grooming animal_boarding animal_shelter animal_breeding dog_park
arts-entertainment: theatre theatre/* cinema arts_centre gallery museum museum/* studio nightclub nightclub/* casino gambling karaoke_box planetarium community_centre/cultural_centre bowling_alley dancing_school music_school art musical_instrument frame events_venue books video_games games zoo zoo/* aquarium theme_park photographer craft pottery library party tattoo
automotive: car car/* car_repair car_parts tyres car_wash car_rental car_sharing fuel motorcycle motorcycle_repair motorcycle_rental charging_station vehicle_inspection caravan bicycle driving_school taxi
education: university college school kindergarten childcare prep_school language_school music_school driving_school dancing_school library educational_institution driver_training toy_library dojo community_centre/youth_centre social_facility/day_care arts_centre sewing
finance: bank atm bureau_de_change money_transfer money_lender payment_centre accountant tax_advisor financial_advisor financial insurance pawnbroker gold_buyer
technology: it computer electronics electronics_repair mobile_phone mobile_phone_accessories telecommunication hifi printer_ink graphic_design internet_cafe video_games
other: locksmith key_cutter place_of_worship place_of_worship/* townhall townhall/* police fire_station library community_centre community_centre/* charity hotel motel hostel guest_house apartment resort camp_site summer_camp laundry laundry/* dry_cleaning post_office post_depot parcel_locker tailor shoe_repair party rental car_pooling taxi social_facility social_facility/* social_centre toilets recycling_centre waste_transfer_station grave_yard funeral_hall funeral_directors crematorium storage_rental public_bath bicycle_rental boat_rental ferry_terminal bus_station kindergarten events_venue cleaning key_cutter photo copyshop tool_hire`;

const categoriesOf = new Map<string, string[]>();
for (const line of table.trim().split('\n')) {
  const [slug = '', ids = ''] = line.split(': ');
  for (const id of ids.split(' ')) categoriesOf.set(id, [...(categoriesOf.get(id) ?? []), slug]);
}

/** Slugs, for 'shop/bakery' or 'amenity/restaurant/mexican'. */
export function kindCategories(preset: string): string[] {
  const [key = '', value = '', part] = preset.split('/');
  const found =
    part === undefined
      ? categoriesOf.get(value)
      : (categoriesOf.get(`${value}/${part}`) ?? categoriesOf.get(`${value}/*`) ?? categoriesOf.get(value));
  const usual = byKey[key] ?? 'other';
  if (found === undefined) return [usual];
  // Kinds under other keys that are shops, too.
  return key === 'shop' && found.every((slug) => slug === 'arts-entertainment') ? [usual, ...found] : found;
}
