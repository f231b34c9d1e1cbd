"""What the months and the days of the week are called, in small letters without accents, as `_plain_word` makes them.

English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Danish, Norwegian, Czech, Turkish,
Russian and Arabic, as the Unicode CLDR has them; no name means two months.
"""

from __future__ import annotations

_MONTH_NAMES = (
    (
        "january jan januar janvier janv enero ene gennaio gen janeiro januari stycznia sty styczen ledna led leden "
        "ocak oca января янв январь يناير janner"
    ),
    (
        "february feb februar fevrier fevr febrero febbraio fevereiro fev februari lutego lut luty unora uno unor "
        "subat sub февраля февр февраль فبراير feber"
    ),
    "march mar marz mars marzo marco maart mrt marca marzec marts brezna bre brezen mart марта мар март مارس maerz mrz",
    "april apr avril avr abril abr aprile kwietnia kwi kwiecien dubna dub duben nisan nis апреля апр апрель ابريل",
    "may mai mayo maggio mag maio mei maja maj kvetna kve kveten mayis мая маи مايو",
    (
        "june jun juni juin junio giugno giu junho czerwca cze czerwiec cervna cvn cerven haziran haz июня июн июнь "
        "يونيو juno"
    ),
    (
        "july jul juli juillet juil julio luglio lug julho lipca lip lipiec cervence cvc cervenec temmuz tem июля июл "
        "июль يوليو"
    ),
    (
        "august aug aout agosto ago augustus sierpnia sie sierpien augusti srpna srp srpen agustos agu августа авг "
        "август اغسطس"
    ),
    (
        "september sep sept septembre septiembre settembre set setembro wrzesnia wrz wrzesien zari zar eylul eyl "
        "сентября сент сентябрь سبتمبر setiembre"
    ),
    (
        "october oct oktober okt octobre octubre ottobre ott outubro out pazdziernika paz pazdziernik rijna rij rijen "
        "ekim eki октября окт октябрь اكتوبر"
    ),
    "november nov novembre noviembre novembro listopada lis listopad listopadu kasim kas ноября нояб ноябрь نوفمبر",
    (
        "december dec dezember dez decembre diciembre dic dicembre dezembro grudnia gru grudzien desember des "
        "prosince pro prosinec aralik ara декабря дек декабрь ديسمبر"
    ),
)
_WEEKDAY_NAMES = (
    (
        "monday mon mo montag lundi lun lu lunes lunedi seg maandag ma poniedzialek pon mandag man pondeli po "
        "pazartesi pzt pt понедельник пн الاثنين اثنين segunda"
    ),
    (
        "tuesday tue tu dienstag di mardi mar ma martes martedi ter dinsdag wtorek wt wto tisdag tis ti tirsdag tirs "
        "tir utery ut sali sal sa вторник вт الثلاثاء ثلاثاء terca"
    ),
    (
        "wednesday wed we mittwoch mi mercredi mer me miercoles mie mercoledi qua woensdag wo sroda sr sro onsdag ons "
        "on streda st carsamba car ca среда ср الاربعاء اربعاء quarta"
    ),
    (
        "thursday thu th donnerstag do jeudi jeu je jueves jue ju giovedi gio qui donderdag czwartek czw torsdag tors "
        "to tor ctvrtek ct persembe per pe четверг чт الخميس خميس quinta"
    ),
    (
        "friday fri fr freitag vendredi ven ve viernes vie vi venerdi sex vrijdag vr piatek pt pia fredag fre patek "
        "pa cuma cum cu пятница пт الجمعة جمعة sexta"
    ),
    (
        "saturday sat sa samstag samedi sam sabado sab sabato zaterdag za sobota sob lordag lor lo so cumartesi cmt "
        "ct суббота сб السبت سبت sonnabend"
    ),
    (
        "sunday sun su sonntag so dimanche dim di domingo dom do domenica zondag zo niedziela niedz nie sondag son "
        "nedele ne pazar paz pa воскресенье вс الاحد احد"
    ),
)
