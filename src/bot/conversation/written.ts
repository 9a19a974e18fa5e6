/**
 * What the declarations in `stored.ts` say, in the notation of `protocol/shapes/shape.ts`. Written by
 * `npx vitest run test/bot/storedConversation.test.ts -u`, which otherwise holds it against them.
 */
export const writtenStored =
  '(-{format:(1),state:("running","waiting"),notification:u,steps:[-{kind:("call","message","once","session"),key:s,at:n,isInner:(true)?,within:s?,outcome:(-{kind:("value"),value:u?}/-{kind:("refused"),facts:-{endpoint:s,attempts:n,mayHaveTakenEffect:b},refusal:-{status:n,code:s,msg:s,extra:<u>,retryAfter:n?}}/-{kind:("user error"),message:s,code:s}/-{kind:("error"),name:s,message:s,code:s?})?}],questions:[-{key:s,choices:[s]?,from:("sender","anyone"),until:n,answer:(-{text:s,message:n}/-{none:("cancelled","timed_out","replaced"),message:n?})?}],stretch:-{message:n?,replies:[-{content:s,widget:u?}],isSent:b},due:n}/-{format:(1),state:("ended"),data:s,messages:[n],stretch:-{message:n?,replies:[-{content:s,widget:u?}],isSent:b}})'

export const writtenTarget = '-{conversation:n,question:n}'
