/**
 * Common words that are, or could be, brand names. Not a dictionary: enough to warn the user before a word such as
 * "Target" counts every time it starts a sentence.
 */
const ENGLISH = `
able about above access account action active adobe after agile air alarm album alpha also always amazon amber anchor angel
answer any apple april apron arc arch area arena arrow art ascend ash ask aspect asset atlas atom aura august aurora autumn avenue
back badge bag balance ball bamboo band bank banner bar base basecamp basic basket bay beach beacon beam bean bear bee bell bench
beta big bird bit black blade blaze block blue board boat bold bolt bond bone book boost boot border boss bottle bow box brain branch brand brave
bread breeze brick bridge bright brook brush bubble bucket bud buffer bug build bull bumble butter button buy cabin cable cactus cake
calendar call calm camp can candle canvas cap capital captain car card care cargo carbon carrot cart cascade case cast castle cat catalyst cedar
center central chain chair champion change channel chapter charge chart chat check cherry chess chief chime circle city civic clay clean clear click climb clip clock
close cloud clover club coach coast cobalt coda code coffee coin collar color comet common compass concept concord confluence contact content copper coral core corner
cosmos cotton count country cover craft crane create credit creek crew crown cube cup current curve custom cycle daily dash data date dawn day december deck deep delta den
depot desk diamond digital direct discover discovery dish dock dog dolphin domain door dot dove draft dragon dream drift drip drive drop drum dune dust eagle
early earth east easy echo eclipse edge ego elastic electric element elephant elevate ember emerald empire engine enjoy epic era escape every evergreen ever expert express
eye fab face fair falcon family farm fast feather february feed fern field figure file finder fire first fish fit five flag flame flash fleet flex flight float flow flower fluent fly focus fold
folk follow food forest forge form forward foundry four fox frame free fresh friday frog front frontier fuel full fun fuse future galaxy game gap garden gate gather gem
general genesis ghost giant gift glass globe glow go goat gold good grain grape graph grass gravity green grid grow guardian guide gulf gusto hammer hand happy harbor harmony harvest hat
haven hawk head heap heart height help here hero hill hint hive home honey hook hope horizon horse host hour house hub huddle human hunter ice icon idea impact in index indigo
infinity ink insight inspire instant intercom iris iron island ivory jade january jar jet jewel join journal journey juice july jump june jungle juniper just keep key kind kite kit knot lab ladder lake
lamp land lane lantern lark laser latitude launch laurel lava leaf leap learn ledger legend lemon level liberty life lift light lily lime linear link lion liquid list little live local lock lodge
logic long look loom loop lotus love luck lunar lush lynx lyric made magic magnet mail main make mango many map maple marble march mark market mars mass master match matter maven max may meadow media meet mention
mercury merge merit mesh message meta metal method metro micro midas milestone mill mind mint mirror mission mist mix mode modern moment monday monitor monster moon more morning mosaic moss motion mountain move
muse music nation native nature navy nest net new news next night nine ninja noble node noon north nothing notion nova november now oak oasis oath object ocean october octopus olive omega on one onyx opal open
optic optimum oracle orange orbit orchard orchid order origin oscar otter outlook outreach over owl oxygen oyster pace pack page paint palace palm panda panel panther paper parade paragon park parrot path patio patriot pay peach peak
pearl pebble pen pencil people pepper perch perfect phoenix phone photon piano pilot pine pink pioneer pipe pipedrive pitch pixel place plan planet plant plate play plaza plum plus point polar polo pool pop porch port
portal post power practice prairie present press prime print prism process profit project promise proof prose proton public pulse pump punch pure purple puzzle quantum quartz quest quick quiet quill quilt rabbit radar radio raft
rain rainbow ramp ranch range rapid raven reach ready real record red reef reflect relay render report rest reveal ridge ring ripple rise river road robin robot rock rocket root rose round route rover royal ruby run rush saffron
sage sail salt sand sapphire saturday scale scout screen script sea seal search season second seed sense september sequence seven shade shadow shape share shark shell shelf shield shift shine ship shop shore short side signal silk
silver simple single six sketch sky slack slate sleep smart snap snow social solar solid solo sonic soul sound source south space spark sparrow speed sphere spice spider spin spiral spirit splash spoke sport spot spring
sprout square squad stack stage star start state station stay steam steel stem step still stitch stock stone storm story stream street stride strike string stripe strong studio style subway sugar summer summit sun sunday sunny sunrise sunset
surf surface swan sweet swift switch symbol sync table tag take talent tandem tap target task tea teal team temple ten tent term test text thing think three thrive thunder thursday tide tiger time tin title toast today together token
tool top topaz torch total touch tower town track trade trail train transfer travel tree trend tribe trident trim triumph true trust truth tuesday tulip tundra tune turbo turn twist two type ultra umbrella under union unit unity
universe up urban us valley value vault vector vega velocity velvet venture verb verge verse very vessel vibe victory view village vine violet virtue vision vista vital vivid voice volt voyage wagon walk wall walnut warm watch water wave way
wealth weave web wednesday week well west whale wheat wheel whisper white whole wide wild will willow wind window wine wing winter wire wise wish wolf wonder wood word work workday world worth wren write yard year yellow yes yield young zen
zero zest zone zoom
`;
const OTHER_LANGUAGES = `
blick brücke bund bild glück haus heute markt punkt stern sonne spiegel stadt wald welt zeit zukunft
amour avenir bonjour ciel étoile fleur jour maison marché monde orange porte soleil terre vie
agua amigo amor azul banco camino casa cielo claro estrella luz mundo nuevo sol tierra vida
allegro casa cielo domani luce mare mondo sole stella terra vita
biedronka dom gwiazda jutro most ptak słońce świat żabka
ay çiçek deniz dünya ev güneş yeni yıldız
вкус дом звезда мир мост пятёрочка солнце
`;

export const COMMON_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${OTHER_LANGUAGES}`.split(/\s+/));
