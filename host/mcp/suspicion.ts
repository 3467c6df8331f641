import { disarm, plainOf, skeletonOf } from "./delimiters.js";

/**
 * Whether a text from a page or an annotation reads as if it gave orders to an agent, or imitates our delimiters. A hint for the
 * agent, no protection: that is the delimiters' work. Sees through invisible characters, confusable letters and spaced-out letters.
 */
export function isSuspicious(text: string): boolean {
  if (text.length < shortestOrder) return false;
  const probe = text.length > longestProbe ? text.slice(0, longestProbe) : text;
  if (disarm(probe) !== probe) return true;
  if (isAscii.test(probe)) return matchesLatin(probe.toLowerCase());
  const plain = plainOf(probe);
  return matchesLatin(skeletonOf(probe).text) || otherScripts.some((pattern) => pattern.test(plain));
}

const shortestOrder = 6;
const longestProbe = 20_000;
const isAscii = /^[\t\n\r -~]*$/;

function matchesLatin(text: string): boolean {
  if (latin.some((pattern) => pattern.test(text))) return true;
  return lettersApart.test(text) && latin.some((pattern) => pattern.test(joinLetters(text)));
}

/** `i g n o r e` or `i-g-n-o-r-e`. */
const lettersApart = /(?:\b[a-z][\s._*-]){5}/;

function joinLetters(text: string): string {
  return text.replace(/\b([a-z])[\s._*-](?=[a-z]\b)/g, "$1").replace(/\s+/g, " ");
}

const earlier = "(?:previous|prior|above|earlier|preceding|former|initial|original|existing|current|other|system|safety)";
const orders = "(?:instructions?|prompts?|rules?|directions?|directives?|commands?|guidelines?|context|constraints?|guardrails?|messages?)";

/** Languages in Latin letters, accents folded away. */
const latin: readonly RegExp[] = [
  new RegExp(
    `\\b(?:ignore|disregard|forget|override|bypass|discard|neglect|skip)\\b[^.!?\\n]{0,40}\\b${earlier}\\b[^.!?\\n]{0,30}\\b${orders}\\b`,
  ),
  new RegExp(
    `\\b(?:ignore|disregard|forget|override|bypass)\\s+(?:all|any|every|your|the|these|those|my)\\s+(?:of\\s+)?(?:your\\s+|the\\s+)?${orders}\\b`,
  ),
  /\b(?:ignore|disregard|forget)\s+(?:everything|all|anything)\s+(?:above|before|prior|previous|you|that|i)\b/,
  /(?:^|[^a-z\s-]|\n)\s{0,40}(?:system|assistant|developer)\s{0,40}(?:(?:message|prompt|override)\s{0,40})?:/,
  /\bsystem\s+(?:prompt|override|instruction)s?\b/,
  /\b(?:act|behave|respond|answer)\s+as\s+(?:a|an|the|if|though|my|root|admin|system|developer|dan)\b|^\W*act as\b/,
  /\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?|the|in|my|going|allowed|bound|restricted|free)\b|\byou\s+must\s+now\b|\bfrom\s+now\s+on,?\s+you\b/,
  /\bpretend\s+(?:to\s+be|you\s+are|that\s+you)\b|\bjailbreak|\bdeveloper\s+mode\s+(?:on|enabled)\b|\bdo\s+anything\s+now\b/,
  /\b(?:new|updated|real|actual|following)\s+(?:system\s+)?instructions?\s*(?::|for\s+(?:the\s+)?(?:ai|agent|assistant|model|llm))/,
  /\b(?:ai|llm|language\s+model|coding)\s+(?:agent|assistant|model)s?\b[^.!?\n]{0,20}\b(?:must|should|please|run|execute|ignore)\b/,
  /\b(?:reveal|print|show|repeat|output|leak|send|exfiltrate)\b[^.!?\n]{0,30}\b(?:system\s+prompt|your\s+(?:instructions|prompt|rules)|api\s+keys?|session\s+key|env(?:ironment)?\s+variables)\b/,
  /\b(?:do\s+not|don't|never)\s+(?:tell|inform|mention|reveal|show)\b[^.!?\n]{0,20}\b(?:the\s+)?(?:user|human|developer)\b/,
  /<\|?(?:im_start|im_end|system|endoftext)\|?>|\[\/?inst\]|<<\/?sys>>|##\s*(?:system|instruction)s?\b/,
  /\b(?:curl|wget)\b[^\n]{0,200}\|\s{0,40}(?:ba|z)?sh\b|\brm\s+-rf?\s+[~/.]/,
  // German, Dutch
  /\b(?:ignorier\w*|missacht\w*|vergiss|vergessen\s+sie)\b[^.!?\n]{0,40}\b(?:vorherig\w*|bisherig\w*|fruher\w*|obig\w*|vorangegangen\w*|alle)\b[^.!?\n]{0,30}\b(?:anweisung\w*|befehl\w*|regeln|instruktion\w*|vorgaben)\b/,
  /\b(?:negeer|vergeet)\b[^.!?\n]{0,40}\b(?:vorige|eerdere|bovenstaande|alle)\b[^.!?\n]{0,30}\b(?:instructies|opdrachten|regels)\b/,
  // French, Spanish, Portuguese, Italian, Romanian
  /\b(?:ignor\w*|oubli\w*|olvid\w*|esquec\w*|desconsider\w*|dimentic\w*|neglig\w*)\b[^.!?\n]{0,40}\b(?:instruc\w*|instruz\w*|istruz\w*|instrut\w*|instruccion\w*|consignes?|ordenes|ordens|ordini|regles|reglas|regras|regole|indicaciones|indicazioni|comandi|comandos)\b/,
  // Polish, Czech, Turkish, Swedish, Indonesian, Vietnamese
  /\b(?:zignoruj|ignoruj|zapomnij|pomin)\b[^.!?\n]{0,40}\b(?:instrukcj\w*|polecen\w*|pokyn\w*|instrukc\w*)/,
  /\b(?:onceki|yukaridaki)\b[^.!?\n]{0,30}\b(?:talimat\w*|komut\w*)[^.!?\n]{0,20}\b(?:yok\s?say|unut|gormezden)/,
  /\b(?:ignorera|glom)\b[^.!?\n]{0,40}\b(?:instruktioner\w*|regler\w*)|\babaikan\b[^.!?\n]{0,40}\binstruksi\b|\bbo qua\b[^.!?\n]{0,40}\b(?:huong dan|chi dan|lenh)\b/,
];

/** Languages in other scripts. */
const otherScripts: readonly RegExp[] = [
  // Russian, Ukrainian
  /(?:игнориру\S{0,20}|проигнорируй\S{0,20}|забудь\S{0,20}|не обращай\S{0,20} внимания на|ігнору\S{0,20}|забудь\S{0,20})[^.!?\n]{0,40}(?:инструкци|указани|команд|правил|інструкці|вказівк)/,
  /(?:действуй|веди себя) как|системн\S{1,20} (?:промпт|сообщение|подсказк)/,
  // Chinese, Japanese, Korean
  /(?:忽略|无视|無視|忘记|忘記|忽視)[^。！？\n]{0,20}(?:指令|指示|说明|說明|提示|规则|規則|命令)/,
  /(?:以前|これまで|上記|前|すべて|全て)の?[^。！？\n]{0,12}(?:指示|命令|プロンプト|ルール)[^。！？\n]{0,8}(?:無視|忘れ)/,
  /(?:이전|위의|기존|모든)[^.!?\n]{0,20}(?:지시|명령|지침|프롬프트|규칙)[^.!?\n]{0,10}(?:무시|잊)/,
  /系统提示词?|系統提示詞?|システムプロンプト|시스템 프롬프트/,
  // Arabic, Persian, Hebrew, Hindi, Greek
  /(?:تجاهل|انس|نادیده)[^.!?\n]{0,40}(?:تعليمات|التعليمات|الأوامر|دستور)|(?:دستور)[^.!?\n]{0,40}(?:نادیده)/,
  /(?:התעלם|תתעלם|שכח)[^.!?\n]{0,40}(?:הוראות|ההוראות|הנחיות)/,
  /(?:निर्देश|आदेश)[^।!?\n]{0,30}(?:अनदेखा|नज़रअंदाज़|भूल)/,
  /(?:αγνοησε|αγνόησε|ξέχασε|ξεχασε)[^.!?\n]{0,40}(?:οδηγίες|οδηγιες|εντολές|εντολες)/,
];
