/** The commonest words for businesses in scripts that no listing is written in: Chinese, Japanese, Korean, Russian, Arabic. '_' is a space in a phrase. */
const words: Readonly<Record<string, string>> = {
  restaurant: '餐厅 餐廳 饭店 饭馆 餐馆 レストラン 食堂 식당 음식점 레스토랑 ресторан рестораны مطعم مطاعم',
  'places to eat': '美食 吃饭 食物 음식 еда поесть طعام',
  coffee: '咖啡 咖啡馆 咖啡店 咖啡厅 コーヒー カフェ 喫茶店 커피 카페 кофе кофейня кафе قهوة مقهى',
  tea: '茶 お茶 차 чай شاي',
  bakery: '面包 面包店 麵包 パン屋 パン 빵집 빵 пекарня хлеб булочная مخبز خبز',
  cake: '蛋糕 ケーキ 케이크 торт كعكة',
  pizza: '披萨 比萨 ピザ 피자 пицца بيتزا',
  burger: '汉堡 ハンバーガー 햄버거 бургер برغر',
  noodles: '面条 拉面 ラーメン 국수 лапша',
  tacos: 'タコス 타코 тако تاكو',
  'ice cream': '冰淇淋 アイスクリーム 아이스크림 мороженое آيسكريم',
  bar: '酒吧 バー 居酒屋 술집 бар بار',
  beer: '啤酒 ビール 맥주 пиво',
  vegetarian: '素食 ベジタリアン 채식 вегетарианский نباتي',
  halal: '清真 ハラール 할랄 халяль حلال',
  groceries: '超市 超级市场 スーパー 슈퍼마켓 마트 супермаркет продукты سوبرماركت بقالة',
  shopping: '购物 商店 買い物 쇼핑 магазин магазины متجر تسوق',
  clothes: '衣服 服装 洋服 옷 одежда ملابس',
  books: '书店 書店 本屋 서점 книги كتب مكتبة',
  flowers: '花店 鲜花 花屋 꽃집 꽃 цветы زهور ورد',
  toys: '玩具 おもちゃ 장난감 игрушки ألعاب',
  gifts: '礼物 礼品 プレゼント 선물 подарки подарок هدايا هدية',
  dentist: '牙医 牙科 牙醫 歯医者 歯科 치과 стоматолог стоматология зубной طبيب_أسنان зубной_врач',
  doctor: '医生 医師 醫生 看病 医者 의사 врач доктор طبيب دكتور',
  pediatrician: '儿科 儿科医生 小児科 소아과 педиатр طبيب_أطفال',
  hospital: '医院 醫院 病院 병원 больница مستشفى',
  clinic: '诊所 クリニック 의원 поликлиника клиника عيادة',
  pharmacy: '药店 药房 藥局 薬局 약국 аптека صيدلية',
  'eye doctor': '眼科 眼科医生 안과 окулист طبيب_عيون',
  glasses: '眼镜 眼鏡 メガネ 안경 очки نظارات',
  vet: '兽医 獣医 動物病院 동물병원 수의사 ветеринар بيطري',
  police: '警察 警察局 경찰 полиция شرطة الشرطة',
  emergency: '紧急 急诊 救命 救急 응급 экстренная скорая طوارئ',
  fire: '火灾 着火 火事 화재 пожар حريق',
  haircut: '理发 剪发 理发店 美容院 美発 散髪 ヘアカット 미용실 머리 стрижка парикмахерская حلاق قص_شعر',
  nails: '美甲 ネイル 네일 маникюр أظافر',
  massage: '按摩 マッサージ 마사지 массаж مساج تدليك',
  gym: '健身房 健身 ジム 헬스장 спортзал نادي_رياضي',
  yoga: '瑜伽 ヨガ 요가 йога يوغا',
  hotel: '酒店 旅馆 宾馆 ホテル 旅館 호텔 숙소 отель гостиница فندق',
  lawyer: '律师 律師 弁護士 변호사 адвокат юрист محامي محام',
  'immigration lawyer': '移民律师 移民 이민 иммиграционный هجرة',
  notary: '公证 公证人 공증 нотариус كاتب_عدل',
  accountant: '会计 会計士 회계사 бухгалтер محاسب',
  taxes: '报税 税务 税金 세금 налоги ضرائب',
  bank: '银行 銀行 은행 банк بنك مصرف',
  insurance: '保险 保険 보험 страховка تأمين',
  realtor: '房地产 房产 不動産 부동산 риелтор недвижимость عقارات',
  'apartments for rent': '租房 公寓 アパート 아파트 аренда квартира شقة_للإيجار شقق',
  plumber: '水管工 修水管 配管工 배관공 сантехник سباك',
  electrician: '电工 電気工事 전기 электрик كهربائي',
  'air conditioning repair': '空调 空调维修 エアコン 에어컨 кондиционер تكييف',
  cleaning: '清洁 打扫 掃除 청소 уборка تنظيف',
  'house painter': '油漆工 페인트 маляр دهان',
  mechanic: '修车 汽车维修 自動車修理 정비소 автосервис автомеханик ميكانيكي',
  'gas station': '加油站 ガソリンスタンド 주유소 заправка محطة_وقود',
  'car wash': '洗车 洗車 세차 автомойка غسيل_سيارات',
  'dry cleaning': '干洗 洗衣 クリーニング 세탁소 химчистка تنظيف_جاف',
  school: '学校 學校 학교 школа مدرسة',
  'day care': '幼儿园 托儿所 保育園 어린이집 детский_сад حضانة',
  library: '图书馆 図書館 도서관 библиотека',
  church: '教堂 教会 교회 церковь كنيسة',
  park: '公园 公園 공원 парк حديقة',
  'post office': '邮局 郵便局 우체국 почта بريد',
  'computer repair': '修电脑 电脑维修 パソコン修理 컴퓨터 ремонт_компьютеров كمبيوتر',
  'phone repair': '修手机 手机 携帯 휴대폰 телефон هاتف',
  'guitar lessons': '吉他 ギター 기타 гитара',
  'spanish lessons': '西班牙语 スペイン語 스페인어 испанский',
  trash: '垃圾 ゴミ 쓰레기 мусор قمامة',
  'city hall': '市政厅 市役所 시청 мэрия بلدية',
  'near me': '附近 近くの 近く 근처 рядом поблизости قريب بالقرب',
  'open now': '营业中 営業中 영업중 открыто مفتوح',
  need: '我要 我想 需要 нужен нужна нужно أريد أحتاج',
  the: '的 の 了 吗',
  events: '活动 イベント 행사 события мероприятия فعاليات',
};

const otherScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}]/u;

/** The longest first: '咖啡馆' before '咖啡'. */
const meanings: readonly [string, string][] = Object.entries(words)
  .flatMap(([english, others]) =>
    others.split(' ').map((other): [string, string] => [other.replace('_', ' '), english]),
  )
  .toSorted(([a], [b]) => b.length - a.length);

/** The search with English words for those it knows. Chinese and Japanese leave no space between words. */
export function spellOtherWords(search: string): string {
  if (!otherScripts.test(search)) return search;
  let written = search.normalize('NFC').toLowerCase();
  for (const [other, english] of meanings) {
    if (!written.includes(other)) continue;
    // One word of Russian, Arabic or Korean may be the beginning of another.
    const isWhole = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(other);
    const pattern = isWhole ? other : `(?<!\\p{L})${other}(?!\\p{L})`;
    written = written.replace(new RegExp(pattern, 'gu'), ` ${english} `);
  }
  return written;
}
