/** Finds the site's category for a word of the file. */
import { nameKey } from '#features/businesses/match-keys.ts';

/** Words of files and OpenStreetMap, by category slug; ignored when the city pack lacks that category. */
const words: Record<string, string> = {
  'food-dining':
    'restaurant restaurants food dining fast_food cafe coffee coffee_shop bar bars pub biergarten food_court ice_cream bakery pastry confectionery caterer brewery winery distillery nightclub tea deli chocolate',
  shopping:
    'shop store stores retail supermarket convenience grocery greengrocer butcher seafood alcohol wine beverages clothes clothing shoes boutique fashion jewelry gift books stationery toys sports outdoor bicycle florist furniture interior_decoration houseware hardware doityourself department_store variety_store mall general second_hand charity art antiques music musical_instrument kitchen bag fabric craft frame garden_centre marketplace tobacco e-cigarette newsagent kiosk party photo_supplies',
  'health-beauty':
    'beauty hairdresser salon spa cosmetics massage nail_salon nails perfumery tattoo barber fitness_centre gym yoga sauna beauty_salon hair_salon wellness',
  'medical-services':
    'medical healthcare health doctor doctors dentist clinic hospital pharmacy chemist optician optometrist hearing_aids medical_supply physiotherapist psychotherapist laboratory nursing_home alternative podiatrist counselling audiologist midwife urgent_care',
  'home-services':
    'home_services plumber electrician carpenter painter roofer hvac gardener landscaping cleaning locksmith handyman builder construction_company floorer glaziery tiler window_blind flooring bathroom_furnishing appliance upholsterer dry_cleaning laundry storage_rental moving_company pest_control swimming_pool',
  'professional-services':
    'professional consulting consultant architect engineer surveyor advertising_agency employment_agency graphic_design marketing copyshop notary photographer travel_agency travel_agent company coworking translator security printer funeral_directors',
  'legal-services': 'legal lawyer lawyers attorney attorneys law_firm',
  'real-estate-services': 'real_estate realtor estate_agent property_management real_estate_agent',
  'pet-services': 'pet pets pet_grooming veterinary veterinarian animal_boarding animal_training animal_shelter',
  'arts-entertainment':
    'arts entertainment theatre cinema arts_centre gallery museum music_venue casino events_venue bowling_alley amusement_arcade dance stadium sports_centre golf_course miniature_golf theme_park zoo aquarium escape_game attraction artwork studio',
  education:
    'school kindergarten college university driving_school language_school music_school dancing_school library childcare tutoring educational_institution training prep_school',
  automotive:
    'auto car car_repair car_parts car_wash car_rental fuel gas_station tyres tires motorcycle vehicle_inspection parking auto_repair car_dealer charging_station truck caravan',
  finance:
    'bank banks atm financial accountant accounting tax_advisor insurance credit_union money_transfer payment_centre bureau_de_change financial_advisor money_lender',
  technology:
    'computer electronics mobile_phone telecommunication it software hifi web_design computer_repair internet_cafe',
  other:
    'hotel motel guest_house hostel apartment camp_site place_of_worship community_centre social_centre townhall post_office police fire_station government association ngo social_facility parcel_locker',
};

const slugOfWord = new Map<string, string>();
for (const [slug, list] of Object.entries(words)) {
  for (const word of list.split(' ')) slugOfWord.set(nameKey(word), slug);
}

/** OpenStreetMap values that mean little without their key; '*' stands for every other value of the key. */
const slugOfTag: Record<string, string> = {
  'office=company': 'professional-services',
  'office=government': 'other',
  'office=insurance': 'finance',
  'office=educational_institution': 'education',
  'craft=bakery': 'food-dining',
  'craft=photographer': 'professional-services',
  'shop=bicycle': 'shopping',
  'shop=car': 'automotive',
  'shop=massage': 'health-beauty',
  'amenity=studio': 'arts-entertainment',
  'leisure=park': 'other',
  'leisure=swimming_pool': 'arts-entertainment',
  'tourism=apartment': 'other',
  'shop=*': 'shopping',
  'office=*': 'professional-services',
  'craft=*': 'home-services',
  'healthcare=*': 'medical-services',
  'leisure=*': 'arts-entertainment',
  'tourism=*': 'other',
};

interface CategoryNames {
  slug: string;
  name: string;
}

export interface CategoryFinder {
  byName(text: string): string | null;
  /** For 'shop=bakery'; in 'restaurant;bar' the first value counts. */
  byOsmTag(tag: string): string | null;
}

/**
 * Finds slugs of the given categories only. 'Food and Dining', 'food-dining' and 'Restaurant' all give one
 * slug.
 *
 * @param everyday slugs for what people call a kind of business, the likeliest first
 */
export function categoryFinder(
  categories: readonly CategoryNames[],
  everyday: (text: string) => readonly string[] = () => [],
): CategoryFinder {
  const known = new Set(categories.map(({ slug }) => slug));
  const slugOfName = new Map<string, string>();
  for (const { slug, name } of categories) slugOfName.set(nameKey(name), slug).set(nameKey(slug), slug);
  const offered = (slug: string | undefined) => (slug !== undefined && known.has(slug) ? slug : null);
  const byName = (text: string) => {
    const key = nameKey(text);
    return (
      slugOfName.get(key) ??
      offered(slugOfWord.get(key) ?? slugOfWord.get(key.replace(/s$/, ''))) ??
      everyday(text).find((slug) => known.has(slug)) ??
      null
    );
  };
  return {
    byName,
    byOsmTag(tag) {
      const [key = '', values = ''] = tag.toLowerCase().split('=');
      const value = values.split(';')[0]?.trim() ?? '';
      if (value === 'no' || value === 'vacant') return null;
      return offered(slugOfTag[`${key}=${value}`]) ?? byName(value) ?? offered(slugOfTag[`${key}=*`]);
    },
  };
}
