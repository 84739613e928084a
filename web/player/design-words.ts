/** The words of components in other languages than English, in the order of `DesignWords`; a file of its own. */
export const designLanguages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    de: 'Reaktion|Quiz|Umfrage|Bewertung|Countdown|deine Antwort|Richtig|Falsch|{0} lagen richtig|Antworten: {0}|Tippen oder wischen|Du gabst {0}|{0} im Schnitt|Erinnere mich|Wir sagen Bescheid|Tage|Std.|Min.|Sek.|vorher {0}|Produkt ansehen',
    sv: 'Reaktion|Quiz|Omröstning|Betyg|Nedräkning|ditt svar|Rätt|Fel|{0} svarade rätt|Svar: {0}|Tryck eller dra|Du gav {0}|{0} i snitt|Påminn mig|Vi säger till|dagar|tim|min|sek|tidigare {0}|Visa produkten',
    fr: 'Réaction|Quiz|Sondage|Note|Compte à rebours|votre réponse|Juste|Faux|{0} ont trouvé|Réponses : {0}|Touchez ou glissez|Vous avez donné {0}|{0} en moyenne|Me le rappeler|On vous préviendra|jours|h|min|s|avant {0}|Voir le produit',
    es: 'Reacción|Quiz|Encuesta|Valoración|Cuenta atrás|tu respuesta|Correcto|Incorrecto|{0} acertaron|Respuestas: {0}|Toca o desliza|Diste {0}|{0} de media|Recuérdamelo|Te avisaremos|días|h|min|s|antes {0}|Ver producto',
    ar: 'تفاعل|اختبار|استطلاع|تقييم|عد تنازلي|إجابتك|صحيح|خطأ|{0} أجابوا بشكل صحيح|الإجابات: {0}|اضغط أو اسحب|منحت {0}|المتوسط {0}|ذكّرني|سنخبرك|أيام|ساعات|دقائق|ثوانٍ|سابقًا {0}|عرض المنتج',
    tr: 'Tepki|Test|Anket|Puan|Geri sayım|yanıtın|Doğru|Yanlış|{0} doğru bildi|Yanıtlar: {0}|Dokun veya kaydır|Verdiğin puan: {0}|Ortalama {0}|Hatırlat|Haber vereceğiz|gün|saat|dk|sn|önceki {0}|Ürünü gör',
  }),
);
