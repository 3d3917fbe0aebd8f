/** What the server tells employees most often, sentence by sentence; the rest stays in English. */
export const swahili: Record<string, string> = {
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
  'The code is required.': 'Msimbo unahitajika.',
  'Password is required.': 'Nywila inahitajika.',
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
}
