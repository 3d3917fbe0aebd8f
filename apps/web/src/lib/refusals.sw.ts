import { sentences, translator } from './sentences.ts'
import { workingInSwahili } from './workings.sw.ts'

/**
 * What the server tells employees, sentence by sentence. A test says when a call of theirs can
 * answer with one that is missing here (scripts/refusals-in-swahili.test.ts).
 */
export const swahili = sentences({
  'Bad Request: The server could not process your request.':
    'Ombi lako halikuweza kushughulikiwa na seva.',
  'Unauthorized: Please log in again to continue.': 'Tafadhali ingia tena ili kuendelea.',
  'Forbidden: You do not have permission to access this resource.': 'Huna ruhusa ya kuona hili.',
  'Server Error: Something went wrong on our end. Please try again later.':
    'Kuna hitilafu kwenye seva yetu. Tafadhali jaribu tena baadaye.',
  'Service Unavailable: The server is temporarily unavailable. Please try again later.':
    'Seva haipatikani kwa sasa. Tafadhali jaribu tena baadaye.',
  'Network Error: Unable to connect to the server. Please check your internet connection and try again.':
    'Hitilafu ya mtandao: Hatukuweza kufikia seva. Tafadhali angalia mtandao wako ujaribu tena.',
  'An unexpected error occurred. Please try again or contact support if the issue persists.':
    'Kumetokea hitilafu isiyotarajiwa. Tafadhali jaribu tena, au uwasiliane na msaada.',
  'Invalid email or password.': 'Barua pepe au nywila si sahihi.',
  'The code is not valid or has expired.': 'Msimbo si sahihi au muda wake umeisha.',
  'The session has ended': 'Kipindi kimekatishwa',
  'Every other session has ended': 'Vipindi vingine vyote vimekatishwa',
  'This session has already ended.': 'Kipindi hiki kimeshakatishwa.',
  'This is the session at hand. Please log out instead.':
    'Hiki ndicho kipindi unachotumia. Tafadhali ondoka badala yake.',
  'Please confirm with your second factor': 'Thibitisha kwa uthibitisho wako wa pili',
  'This sign-in took too long. Please enter your email and password again.':
    'Umechukua muda mrefu kuingia. Tafadhali andika barua pepe na nywila tena.',
  'Please set up a second factor first.': 'Tafadhali weka uthibitisho wa pili kwanza.',
  'Recovery codes come with a second factor. Please add one first.':
    'Misimbo ya dharura huja na uthibitisho wa pili. Tafadhali ongeza mmoja kwanza.',
  'The name was changed': 'Jina limebadilishwa',
  'The second factor was removed': 'Uthibitisho wa pili umeondolewa',
  'This is not a code of the app just now.': 'Huu si msimbo wa programu kwa sasa.',
  'This passkey could not be verified. Please begin again.':
    'Ufunguo huu haukuthibitishwa. Tafadhali anza upya.',
  'This took too long, or was begun elsewhere. Please begin again.':
    'Umechukua muda mrefu, au ulianza mahali pengine. Tafadhali anza upya.',
  'You have ten second factors. Please remove one first.':
    'Una thibitisho kumi za pili. Tafadhali ondoa moja kwanza.',
  'Please enter a code.': 'Tafadhali andika msimbo.',
  'This code is not valid, or was used before.': 'Msimbo huu si sahihi, au ulishatumika.',
  'This passkey is in use already.': 'Ufunguo huu wa siri tayari unatumika.',
  'This code was used before.': 'Msimbo huu ulishatumika.',
  'The code is required.': 'Msimbo unahitajika.',
  'Password is required.': 'Nywila inahitajika.',
  'Please choose a password of your own: no code that was sent to you, and not your ID number.':
    'Tafadhali chagua nywila yako mwenyewe: si msimbo uliotumiwa, wala si nambari yako ya kitambulisho.',
  'This is the password you have. Please choose another one.':
    'Hii ndiyo nywila uliyo nayo. Tafadhali chagua nyingine.',
  'The password must not be your own name or email address.':
    'Nywila isiwe jina lako au barua pepe yako.',
  'This password is too easy to guess. Please choose another one.':
    'Nywila hii ni rahisi kubahatisha. Tafadhali chagua nyingine.',
  'This payslip is on its way already.': 'Hati hii ya malipo tayari imetumwa.',
  'This employee has no email address.': 'Mfanyakazi huyu hana barua pepe.',
  'Nobody covers for themselves.': 'Mtu hawezi kushika nafasi yake mwenyewe.',
  'One request covers at most a year.': 'Ombi moja haliwezi kuzidi mwaka mmoja.',
  'Nobody could decide this request. Please appoint a leave approver first.':
    'Hakuna anayeweza kuamua ombi hili. Ni lazima mwidhinishaji wa likizo ateuliwe kwanza.',
  'Somebody has decided this already.': 'Mtu mwingine ameshaamua jambo hili.',
  'This approval is no longer pending.': 'Idhini hii haisubiri tena.',
  'Nobody decides their own request.': 'Mtu hawezi kuamua ombi lake mwenyewe.',
  'You can apply once a payslip of yours has been confirmed.':
    'Unaweza kuomba baada ya hati yako ya malipo kuthibitishwa.',
  'You have a loan in default: please clear it first.':
    'Una mkopo ambao haujalipwa kwa wakati: tafadhali ulipe kwanza.',
  'You guarantee a loan that is in default: you can apply once it is cleared.':
    'Umedhamini mkopo ambao haujalipwa kwa wakati: unaweza kuomba utakapolipwa.',
  'This employee is already a guarantor for this loan':
    'Mfanyakazi huyu tayari ni mdhamini wa mkopo huu',
  'The terms have changed in the meantime. Please read them again.':
    'Masharti yamebadilika kwa sasa. Tafadhali yasome tena.',
  'Only employees can apply for loans.': 'Ni wafanyakazi pekee wanaoweza kuomba mikopo.',
  'Only active employees can apply for loans.':
    'Ni wafanyakazi walio kazini pekee wanaoweza kuomba mikopo.',
  'Only active employees can guarantee loans.':
    'Ni wafanyakazi walio kazini pekee wanaoweza kudhamini mikopo.',
  'You can apply for yourself only.': 'Unaweza kujiombea wewe mwenyewe pekee.',
  'Only the applicant can add guarantors.': 'Ni mwombaji pekee anayeweza kuongeza wadhamini.',
  'Only the applicant can withdraw an application.': 'Ni mwombaji pekee anayeweza kuondoa ombi.',
  'Please choose a loan product.': 'Tafadhali chagua aina ya mkopo.',
  'Please choose a running loan of your own of this product.':
    'Tafadhali chagua mkopo wako unaoendelea wa aina hii.',
  'Please fill all required fields': 'Tafadhali jaza sehemu zote zinazohitajika',
  'Please provide a reason for rejection': 'Tafadhali toa sababu ya kukataa',
  'This organization gives no salary advances.': 'Shirika hili halitoi mshahara wa mapema.',
  'This loan application has already been decided.': 'Ombi hili la mkopo tayari limeamuliwa.',
  'This loan application was rejected.': 'Ombi hili la mkopo lilikataliwa.',
  'This loan application was withdrawn.': 'Ombi hili la mkopo liliondolewa.',
  'The approval of this loan was cancelled.': 'Idhini ya mkopo huu ilibatilishwa.',
  'This loan has been repaid.': 'Mkopo huu umelipwa wote.',
  'This loan needs no guarantors.': 'Mkopo huu hauhitaji wadhamini.',
  'This request is for somebody else to answer.': 'Ombi hili ni la mtu mwingine kujibu.',
  'You have already approved this guarantor request.': 'Tayari umeidhinisha ombi hili la udhamini.',
  'You have already rejected this guarantor request.': 'Tayari umekataa ombi hili la udhamini.',
  'You have a loan in default: please clear it before you guarantee another one.':
    'Una mkopo ambao haujalipwa kwa wakati: tafadhali ulipe kabla ya kudhamini mwingine.',
  'Your salary is not sufficient to guarantee this loan.':
    'Mshahara wako hautoshi kudhamini mkopo huu.',
  "Guarantor's salary is not eligible for your loan":
    'Mshahara wa mdhamini hautoshi kwa mkopo wako',
  "Selected guarantor's salary is not sufficient for this loan":
    'Mshahara wa mdhamini uliyemchagua hautoshi kwa mkopo huu',
  'Guarantor cannot guarantee a loan at present': 'Mdhamini hawezi kudhamini mkopo kwa sasa',
  'Selected guarantor cannot guarantee a loan at present':
    'Mdhamini uliyemchagua hawezi kudhamini mkopo kwa sasa',
  'Guarantor is not active': 'Mdhamini hayupo kazini',
  'Selected guarantor is not active': 'Mdhamini uliyemchagua hayupo kazini',
  'Loan applicant cannot be their own guarantor':
    'Mwombaji wa mkopo hawezi kuwa mdhamini wake mwenyewe',
  'You cannot select yourself as a guarantor': 'Huwezi kujichagua kuwa mdhamini',
  'End date cannot be before start date': 'Tarehe ya mwisho haiwezi kuwa kabla ya tarehe ya kuanza',
  'The days that remain do not cover this request.': 'Siku zilizosalia hazitoshi kwa ombi hili.',
  'There is another leave request for some of these days.':
    'Kuna ombi jingine la likizo kwa baadhi ya siku hizi.',
  'These are no working days: no leave is needed for them.':
    'Hizi si siku za kazi: hazihitaji likizo.',
  'These days are over.': 'Siku hizi zimepita.',
  'Please choose somebody else.': 'Tafadhali chagua mtu mwingine.',
  'Please select a user.': 'Tafadhali chagua mtu.',
  'This is not allowed.': 'Hili haliruhusiwi.',
  'This record was not found.': 'Rekodi hii haikupatikana.',
  'This leave type was not found.': 'Aina hii ya likizo haikupatikana.',
  'This leave has been paid and can no longer be changed.':
    'Likizo hii imeshalipwa na haiwezi kubadilishwa tena.',
  'This leave has begun and can no longer be cancelled.':
    'Likizo hii imeshaanza na haiwezi kughairiwa tena.',
  'This request has been approved already.': 'Ombi hili tayari limeidhinishwa.',
  'This request has been cancelled.': 'Ombi hili limeghairiwa.',
  'This request has been rejected already.': 'Ombi hili tayari limekataliwa.',
  'This link has been used already.': 'Kiungo hiki kimeshatumika.',
  'This link has expired. Please open the request from Leave Approvals.':
    'Muda wa kiungo hiki umeisha. Tafadhali fungua ombi kutoka Idhini za Likizo.',
  'This link is not known. Please open the request from Leave Approvals.':
    'Kiungo hiki hakijulikani. Tafadhali fungua ombi kutoka Idhini za Likizo.',
  'This link was sent to somebody else. Please sign in with your own account.':
    'Kiungo hiki kilitumwa kwa mtu mwingine. Tafadhali ingia kwa akaunti yako mwenyewe.',
  'This person has left and can no longer decide.':
    'Mtu huyu ameondoka kazini na hawezi kuamua tena.',
  'Reason can have at most 1000 characters.': 'Sababu isizidi herufi 1000.',
  'Account number is required.': 'Nambari ya akaunti inahitajika.',
  'Please choose a bank from the list.': 'Tafadhali chagua benki kutoka kwenye orodha.',
  'Please enter the code.': 'Tafadhali weka msimbo.',
  'This code is too long.': 'Msimbo huu ni mrefu mno.',
  'Please open the proposal again.': 'Tafadhali fungua pendekezo tena.',
  'The owner of this number wants no more messages from us. Please use another.':
    'Mwenye nambari hii hataki ujumbe zaidi kutoka kwetu. Tafadhali tumia nyingine.',
  'Your organization has sent very many messages today. Please continue tomorrow.':
    'Shirika lako limetuma ujumbe mwingi sana leo. Tafadhali endelea kesho.',
  'Many messages have gone to this number lately. Please wait a day.':
    'Ujumbe mwingi umetumwa kwa nambari hii hivi karibuni. Tafadhali subiri siku moja.',
  'No text message can be sent just now.': 'Ujumbe mfupi hauwezi kutumwa kwa sasa.',
  'The proposal was changed meanwhile. Please look at it again.':
    'Pendekezo limebadilishwa kwa sasa. Tafadhali liangalie tena.',
  'There is no open proposal any more.': 'Hakuna pendekezo lililo wazi tena.',
  'There is nothing to confirm here.': 'Hakuna cha kuthibitisha hapa.',
  'This is confirmed already.': 'Hili tayari limethibitishwa.',
  'This is what your employer holds already.': 'Hivi ndivyo mwajiri wako alivyo navyo tayari.',
  'This proposal is closed.': 'Pendekezo hili limefungwa.',
  'This proposal was withdrawn.': 'Pendekezo hili liliondolewa.',
  'This one-time password has been used. Choose "Forgot Password?" to set one of your own.':
    'Nywila hii ya mara moja imeshatumika. Chagua "Umesahau Nywila?" ili uweke yako.',
  'Many people are signing in from your network just now. Please try again in a moment.':
    'Watu wengi wanaingia kutoka mtandao wako sasa hivi. Tafadhali jaribu tena baada ya muda mfupi.',
  'Too many codes were requested. Please try again in an hour.':
    'Misimbo mingi mno imeombwa. Tafadhali jaribu tena baada ya saa moja.',
  'You have an open proposal already. Please change that one.':
    'Tayari una pendekezo lililo wazi. Tafadhali badilisha hilo.',
  'The code was sent.': 'Msimbo umetumwa.',
  'Delegation ended': 'Uwakilishi umekwisha',
  'The private address is closed': 'Anwani ya siri imefungwa',
  'Leave request approved successfully': 'Ombi la likizo limeidhinishwa',
  'Leave request rejected successfully': 'Ombi la likizo limekataliwa',
  'Leave request cancelled successfully': 'Ombi la likizo limeghairiwa',
  'First time login. Your password has been sent to your email.':
    'Ni mara yako ya kwanza kuingia. Nywila yako imetumwa kwa barua pepe yako.',
  'First time login. Change of password required.':
    'Ni mara yako ya kwanza kuingia. Tafadhali badilisha nywila.',
  'You do not belong to this organization.': 'Wewe si wa shirika hili.',
  'You have left the organization': 'Umeondoka kwenye shirika',
  'Email verified': 'Barua pepe imethibitishwa',
  'Password updated successfully': 'Nywila imebadilishwa',
  'You have no password here yet. Choose one with "Forgot Password?" first.':
    'Bado huna nywila hapa. Chagua moja kwanza kupitia "Umesahau nywila?".',
  'Please enter your current password.': 'Tafadhali weka nywila yako ya sasa.',
  'This is not your current password.': 'Hii si nywila yako ya sasa.',
  'Password successfully updated. Please login.': 'Nywila imebadilishwa. Tafadhali ingia.',
  'Password reset successful. Please check your email.':
    'Ombi la nywila mpya limepokelewa. Tafadhali angalia barua pepe yako.',
  'There is no email address to confirm.': 'Hakuna barua pepe ya kuthibitisha.',
  'OTP sent to your email': 'Msimbo umetumwa kwa barua pepe yako',
  'OTP successfully sent. Please check your email.':
    'Msimbo umetumwa. Tafadhali angalia barua pepe yako.',
  'This email address is already in use.': 'Barua pepe hii tayari inatumika.',
  'You do not have permission to access this page.': 'Huna ruhusa ya kuona ukurasa huu.',
  'You have an active session. Please logout first.': 'Tayari umeingia. Tafadhali ondoka kwanza.',
  'Please create your organization first.': 'Tafadhali sajili shirika lako kwanza.',
  '{name} has been deactivated. Nobody can work in it until it is activated again. Please contact support.':
    '{name} limesimamishwa. Hakuna anayeweza kulitumia hadi liwashwe tena. Tafadhali wasiliana na msaada.',
  'Error {number}: {why}': 'Hitilafu {number}: {why}',
  'Something went wrong. Please try again.': 'Kuna hitilafu. Tafadhali jaribu tena.',
  'Too many attempts. Please wait a little and try again.':
    'Umejaribu mara nyingi mno. Tafadhali subiri kidogo ujaribu tena.',
  'The text contains characters that are not allowed.': 'Maandishi yana herufi zisizoruhusiwa.',
  'A date or number is outside the allowed range.':
    'Tarehe au nambari imezidi mipaka inayoruhusiwa.',
  'Somebody else changed this at the same moment. Please try again.':
    'Mtu mwingine amebadilisha hili wakati huohuo. Tafadhali jaribu tena.',
  'The server has no room left on its disk, so nothing was saved.':
    'Seva imejaa, kwa hivyo hakuna kilichohifadhiwa.',
  'The picture is larger than {number} MB.': 'Picha ni kubwa kuliko MB {number}.',
  'Please choose a JPEG or PNG picture.': 'Tafadhali chagua picha ya JPEG au PNG.',
  'This picture could not be read. Please choose another.':
    'Picha hii haikuweza kusomwa. Tafadhali chagua nyingine.',
  'Other pictures are being read just now. Please try again in a minute.':
    'Picha nyingine zinasomwa kwa sasa. Tafadhali jaribu tena baada ya dakika moja.',
  'Please choose a JPEG, PNG or PDF file.': 'Tafadhali chagua faili ya JPEG, PNG au PDF.',
  'The file is larger than {number} MB.': 'Faili ni kubwa kuliko MB {number}.',
  'Please correct the marked fields.': 'Tafadhali rekebisha sehemu zilizowekewa alama.',
  'This call must come from the application itself.':
    'Ombi hili lazima litoke kwenye programu yenyewe.',
  'You have switched to another organization in another window.':
    'Umehamia shirika jingine kwenye dirisha jingine.',
  'What you sent is too large.': 'Ulichotuma ni kikubwa mno.',
  'Other long lists are being made just now.': 'Orodha nyingine ndefu zinaandaliwa kwa sasa.',
  'Too many files are being sent just now. Please try again in a moment.':
    'Faili nyingi mno zinatumwa kwa sasa. Tafadhali jaribu tena baada ya muda mfupi.',
  'This address does not exist.': 'Anwani hii haipo.',
  'The server is very busy just now. Please try again in a moment.':
    'Seva ina kazi nyingi kwa sasa. Tafadhali jaribu tena baada ya muda mfupi.',
  'This request is still being worked on. Please wait a moment.':
    'Ombi hili bado linashughulikiwa. Tafadhali subiri kidogo.',
  'All notifications are read.': 'Taarifa zote zimesomwa.',
  'The figures of this payslip {whether} worked out.': 'Hesabu za hati hii ya malipo {whether}.',
  'Payslip sent to email successfully': 'Hati ya malipo imetumwa kwa barua pepe',
  'P9 successfully exported': 'Fomu ya P9 iko tayari',
  'The export has started.': 'Faili inaandaliwa.',
  'Consultants have no P9 form.': 'Washauri hawana fomu ya P9.',
  'There is no confirmed payroll in {number} for {name}.':
    'Hakuna mishahara iliyothibitishwa mwaka {number} ya {name}.',
  'There is no confirmed payroll in {number}.': 'Hakuna mishahara iliyothibitishwa mwaka {number}.',
  'No statutory deductions were taken from {name} in {number}.':
    'Hakuna makato ya kisheria yaliyokatwa kwa {name} mwaka {number}.',
  '{payroll} changed while the file was being made. Please make it again.':
    '{payroll} ilibadilika faili ikiandaliwa. Tafadhali iandae tena.',
  'Please choose a year.': 'Tafadhali chagua mwaka.',
  'Payrolls are kept from 2021 onwards.': 'Mishahara inahifadhiwa kuanzia 2021.',
  'Please choose a format.': 'Tafadhali chagua aina ya faili.',
  'Month To cannot be before Month From.': 'Mwezi wa mwisho hauwezi kuwa kabla ya mwezi wa kuanza.',
  'Please choose {number} years at most.': 'Tafadhali chagua miaka isiyozidi {number}.',
  '{field} must be the first day of a month, such as 2026-02-01.':
    '{field} iwe siku ya kwanza ya mwezi, kama 2026-02-01.',
  'The language must be en or sw.': 'Lugha iwe en au sw.',
  'This must be text.': 'Hapa panahitaji maandishi.',
  'This is not a valid id.': 'Kitambulisho hiki si sahihi.',
  '{field} is required.': '{field}: sehemu hii inahitajika.',
  '{field} is too large.': '{field}: ni kubwa mno.',
  '{field} could not be read.': '{field}: haikuweza kusomwa.',
  '{field} can have at most {number} characters.': '{field}: herufi zisizidi {number}.',
  '{field} can have at most {number} digits.': '{field}: tarakimu zisizidi {number}.',
  '{field} can contain digits only.': '{field}: weka tarakimu pekee.',
  '{field} contains characters that are not allowed.': '{field}: kuna herufi zisizoruhusiwa.',
  '{field} cannot contain a web or email address.':
    '{field}: usiweke anwani ya tovuti au barua pepe.',
  '{field} cannot be negative.': '{field}: isiwe chini ya sifuri.',
  '{field} can have at most two decimals.': '{field}: desimali zisizidi mbili.',
  '{field} must be a number.': '{field}: weka nambari.',
  '{field} must be a number. {why}': '{field}: weka nambari. {why}',
  '{field} is in whole shillings.': '{field}: weka shilingi kamili.',
  'Please write it like 12,500.50, with a comma between thousands and a point before cents.':
    'Tafadhali andika kama 12,500.50, ukitenganisha maelfu kwa koma na senti kwa nukta.',
  'Please give a date, such as 2026-02-28.': 'Tafadhali weka tarehe, kama 2026-02-28.',
  'Please enter a valid phone number, such as 0712 345 678.':
    'Tafadhali weka nambari sahihi ya simu, kama 0712 345 678.',
  'To be paid by M-PESA, a person needs a Kenyan mobile number: 0712 345 678.':
    'Ili kulipwa kwa M-PESA, mtu anahitaji nambari ya simu ya Kenya: 0712 345 678.',
  'Email address can have at most 190 characters.': 'Barua pepe isizidi herufi 190.',
  'Please enter a valid email address.': 'Tafadhali weka barua pepe sahihi.',
  'The two passwords are not the same.': 'Nywila hizo mbili hazifanani.',
  'Please repeat the password.': 'Tafadhali rudia nywila.',
  'The password must have at least {number} characters.': 'Nywila iwe na herufi {number} au zaidi.',
  'The password can have at most 128 characters.': 'Nywila isizidi herufi 128.',
  'Please ask for at most six weeks.': 'Tafadhali omba wiki sita au chini.',
  'This employee was not found.': 'Mfanyakazi huyu hakupatikana.',
  'This user was not found.': 'Mtumiaji huyu hakupatikana.',
  'Leave can be asked for until {day}.': 'Likizo inaweza kuombwa hadi {day}.',
  'Leave is kept from {day} on.': 'Likizo inahifadhiwa kuanzia {day}.',
  'Delegation saved successfully': 'Uwakilishi umehifadhiwa',
  '{type} of more than {days} needs an attachment.':
    '{type} ya zaidi ya {days} inahitaji kiambatisho.',
  '{days} of {type} are asked for in {number}, and {days2} remain.':
    'Umeomba {days} za {type} mwaka {number}, na zimesalia {days2}.',
  'There is no balance of {type} for {number}, and that year is over.':
    'Hakuna salio la {type} la mwaka {number}, na mwaka huo umeisha.',
  '{type} can be asked for from {day} on. Earlier leave is recorded by the office.':
    '{type} inaweza kuombwa kuanzia {day}. Likizo ya awali hurekodiwa na ofisi.',
  'Leave that was taken stays as it was counted.':
    'Likizo iliyochukuliwa inabaki kama ilivyohesabiwa.',
  '{type} is taken in whole days.': '{type} huchukuliwa kwa siku nzima.',
  '{type} is asked for {days} before: from {day} on.':
    '{type} huombwa {days} kabla: kuanzia {day}.',
  '{type} is not offered any more.': '{type} haitolewi tena.',
  '{name} is not active.': '{name} hayupo kazini.',
  '{name} is employed only from {day}.': '{name} ameajiriwa kuanzia {day} pekee.',
  'The last working day is {day}.': 'Siku ya mwisho ya kazi ni {day}.',
  '{type} is for {whom}.': '{type} ni ya {whom}.',
  '{type} can be taken from {day} on.': '{type} inaweza kuchukuliwa kuanzia {day}.',
  'Product amount must be between {amount} and {amount2}':
    'Kiasi cha mkopo huu kiwe kati ya {amount} na {amount2}',
  'Term must be between {number} and {number2} months':
    'Muda uwe kati ya miezi {number} na {number2}',
  'Your application for a {name} still waits for a decision; you can withdraw it.':
    'Ombi lako la {name} bado linasubiri uamuzi; unaweza kuliondoa.',
  '{amount} settles the running loan: please ask for more than that.':
    '{amount} inalipa mkopo unaoendelea: tafadhali omba zaidi ya hiyo.',
  'The maximum loan amount over {months} is {amount}.':
    'Kiasi cha juu cha mkopo wa {months} ni {amount}.',
  'The maximum loan amount over {months} is {amount}: {why}.':
    'Kiasi cha juu cha mkopo wa {months} ni {amount}: {why}.',
  'You have already selected this guarantor': 'Tayari umemchagua mdhamini huyu',
  'You have already applied for this product.': 'Tayari umeomba mkopo wa aina hii.',
  'Guarantor already guarantees {loans}, which is the limit':
    'Mdhamini tayari anadhamini {loans}, na huo ndio ukomo',
  'Selected guarantor already guarantees {loans}, which is the limit':
    'Mdhamini uliyemchagua tayari anadhamini {loans}, na huo ndio ukomo',
  'You already guarantee {loans}, which is the limit.':
    'Tayari unadhamini {loans}, na huo ndio ukomo.',
  'Guarantor request approved successfully': 'Ombi la udhamini limeidhinishwa',
  'Guarantor request rejected successfully': 'Ombi la udhamini limekataliwa',
  'The loan was paid out on {day}.': 'Mkopo ulitolewa {day}.',
  'This loan has been written off.': 'Mkopo huu umefutwa.',
  'This loan application has not been decided yet.': 'Ombi hili la mkopo bado halijaamuliwa.',
  'A loan keeps what was agreed.': 'Mkopo unabaki kama ulivyokubaliwa.',
  'Repayment Term is in whole months.': 'Muda wa kulipa uwe miezi kamili.',
  'Repayment Term is at least one month.': 'Muda wa kulipa uwe angalau mwezi mmoja.',
  'Repayment Term is too long.': 'Muda wa kulipa ni mrefu mno.',
  'Please select an employee': 'Tafadhali chagua mfanyakazi',
  'Please say which contact.': 'Tafadhali sema ni simu au barua pepe ipi.',
})

/** Names of fields, as sentences begin with them. */
const fields: Record<string, string> = {
  'First Name': 'Jina la kwanza',
  'Last Name': 'Jina la mwisho',
  'Email address': 'Barua pepe',
  'The photo': 'Picha',
  Photo: 'Picha',
  Reason: 'Sababu',
  Attachment: 'Kiambatisho',
  Comments: 'Maoni',
  Link: 'Kiungo',
  Purpose: 'Kusudi',
  Amount: 'Kiasi',
  Bank: 'Benki',
  Branch: 'Tawi',
  Address: 'Anwani',
  'Account number': 'Nambari ya akaunti',
  'Month From': 'Mwezi wa kuanza',
  'Month To': 'Mwezi wa mwisho',
}

export const inSwahili = translator(swahili, { fields, parts: workingInSwahili })
