/** Words that end a noun phrase: function words, common verbs and adverbs. In lower case. */
export const BREAKING_WORDS = new Set(
  `a about above across after again all almost along already also although always am an and another any anyone
  anything are around as at away back be because become been built before being below best better between both but
  by came can cannot choose come consider could deserve did do does done down each either else enough especially
  even ever every few find first for further from gain gave get give given go goes good got great had has have he
  help her here hers him his how however i if in include including into is it its itself just keep kept know known
  lack lacks last later least less let like likely look made mainly make makes making many may maybe me mean mention
  might mine more most mostly much must my near need needs neither never next no none nor not nothing now of off
  offers often on once one only onto or other others ought our out over own perhaps praise prefer provide provides
  put quite rather really recommend run said same say see seem seems several she should show simply since so some
  someone something sometimes soon special still such suit suits supports take than that the their them then there
  these they this those though through thus to together too toward try under unless until up upon us use used useful
  uses using usually very want was we well went were what when where whether which while who whom whose why will
  with within without works worth would yes yet you your yours`.split(/\s+/),
);

/** Words that say nothing on their own. */
export const EMPTY_WORDS = new Set(
  `choice option product tool thing way case example lot kind sort part place point reason number user people someone
  company brand name software app platform solution service answer question list review reviewer comparison top pick
  favorite feature alternative year day time today`.split(/\s+/),
);
