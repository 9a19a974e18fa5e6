/**
 * What the declarations say, in the notation of `shapes/shape.ts`, for those who need no more than that. Written by
 * `npx vitest run test/protocol/written.test.ts -u`, which otherwise holds it against the declarations.
 */

/** Entities, and behind a plus sign what refusals carry, by their codes. */
export const writtenShapes = `
+BAD_EVENT_QUEUE_ID {queue_id:s?^}
+BAD_REQUEST {parameters:s?^,errors:<[s]>?^}
+CANNOT_DEACTIVATE_GROUP_IN_USE {objections:[Objection]^[]}
+CANNOT_DEACTIVATE_LAST_USER {is_last_owner:b?^,entity:s?^}
+CHANNEL_ALREADY_EXISTS {channel_name:s?^}
+INVITATION_FAILED {errors:[[(s/b)]]^[],sent_invitations:b?^}
+RATE_LIMIT_HIT {retry-after:n>=0?^}
+REQUEST_CONFUSING_VAR {var_name1:s?^,var_name2:s?^}
+REQUEST_VARIABLE_MISSING {var_name:s?^}
+STREAM_DOES_NOT_EXIST {stream_id:i?^,stream:s?^}
+SYSTEM_GROUP_REQUIRED {setting_name:s?^}
Attachment {id:i,name:s,path_id:s,size:i,create_time:i,message_ids:[i]?}
Channel {stream_id:i,name:s,description:s,rendered_description:s?,invite_only:b,is_archived:b?,creator_id:i~?,date_created:i?,first_message_id:i~?,folder_id:i~?,is_default:b?,is_web_public:b?,history_public_to_subscribers:b?,message_retention_days:i~?,stream_post_policy:i?,stream_weekly_traffic:i~?,subscriber_count:i?,topics_policy:s?,can_add_subscribers_group:GroupSetting?,can_administer_channel_group:GroupSetting?,can_create_topic_group:GroupSetting?,can_delete_any_message_group:GroupSetting?,can_delete_own_message_group:GroupSetting?,can_move_messages_out_of_channel_group:GroupSetting?,can_move_messages_within_channel_group:GroupSetting?,can_remove_subscribers_group:GroupSetting?,can_resolve_topics_group:GroupSetting?,can_send_message_group:GroupSetting?,can_subscribe_group:GroupSetting?}
ChannelFolder {id:i,name:s,order:i,date_created:i~,creator_id:i~,description:s,rendered_description:s,is_archived:b}
ChannelMessage {id:i,sender_id:i,sender_email:s,sender_full_name:s="",sender_realm_str:s?,avatar_url:s~?,client:s?,content:s,content_type:s?,rendered_content:s?,recipient_id:i?,subject:s="",is_me_message:b=false,timestamp:i?,last_edit_timestamp:i?,last_moved_timestamp:i?,edit_history:[Edit]?,reactions:[Reaction]=[],submessages:[Submessage]=[],topic_links:[TopicLink]=[],match_content:s?,match_subject:s?,flags:[s]?,type:("stream"),stream_id:i,display_recipient:s}
CustomEmoji {id:s,name:s,source_url:s,still_url:s~,deactivated:b,author_id:i~}
DirectMessage {id:i,sender_id:i,sender_email:s,sender_full_name:s="",sender_realm_str:s?,avatar_url:s~?,client:s?,content:s,content_type:s?,rendered_content:s?,recipient_id:i?,subject:s="",is_me_message:b=false,timestamp:i?,last_edit_timestamp:i?,last_moved_timestamp:i?,edit_history:[Edit]?,reactions:[Reaction]=[],submessages:[Submessage]=[],topic_links:[TopicLink]=[],match_content:s?,match_subject:s?,flags:[s]?,type:("private"),display_recipient:[Recipient]}
Edit {user_id:i~,timestamp:i,prev_content:s?,prev_rendered_content:s?,prev_stream:i?,stream:i?,prev_topic:s?,topic:s?}
ErrorEnvelope {result:("error"),msg:s,code:s?}
Event {id:i,type:s}
ExternalAuthenticationMethod {name:s,display_name:s,display_icon:s~,login_url:s,signup_url:s}
GroupSetting (i/{direct_members:[i],direct_subgroups:[i]})
Invitation {id:i,invited_by_user_id:i,invited:i,expiry_date:i~,invited_as:i,is_multiuse:b,email:s?,link_url:s?,notify_referrer_on_join:b?}
Linkifier {id:i,pattern:s,url_template:s,example_input:s~,reverse_template:s~,alternative_url_templates:[s]}
Message @type(ChannelMessage/DirectMessage)
Notification {bot_email:s,bot_full_name:s?,data:s?,trigger:s,token:s,message:Message}
Objection {type:s^"unknown",settings:[s]?^,supergroup_ids:[i]?^,channel_id:i?^,group_id:i?^}
PresenceEntry {status:s,timestamp:i,client:s?,pushable:b?}
ProfileField {id:i,name:s,type:i,hint:s,field_data:s,order:i,required:b?,editable_by_user:b?,display_in_profile_summary:b?}
ProfileValue {value:s,rendered_value:s?}
Reaction {emoji_name:s,emoji_code:s,reaction_type:s,user_id:i}
Recipient {id:i,email:s,full_name:s,is_mirror_dummy:b=false}
ScheduledMessage @type({scheduled_message_id:i,content:s,rendered_content:s?,scheduled_delivery_timestamp:i,failed:b,type:("stream"),to:i,topic:s}/{scheduled_message_id:i,content:s,rendered_content:s?,scheduled_delivery_timestamp:i,failed:b,type:("private"),to:[i]})
Submessage {id:i,message_id:i,sender_id:i,msg_type:s,content:s}
TopicLink {text:s,url:s}
User {user_id:i,delivery_email:s~,email:s,full_name:s,date_joined:s,is_active:b,is_owner:b,is_admin:b,is_guest:b,is_bot:b,bot_type:i~,bot_owner_id:i~,role:i,timezone:s,avatar_url:s~?,avatar_version:i,is_imported_stub:b,is_deleted:b?,profile_data:<ProfileValue>?}
UserGroup {id:i,name:s,description:s,members:[i],direct_subgroup_ids:[i],creator_id:i~?,date_created:i~?,is_system_group:b,deactivated:b?,can_mention_group:GroupSetting?,can_manage_group:GroupSetting?,can_add_members_group:GroupSetting?,can_join_group:GroupSetting?,can_leave_group:GroupSetting?,can_remove_members_group:GroupSetting?}
UserPresence {aggregated:PresenceEntry,website:PresenceEntry}
`

/** What every success carries. */
export const writtenEnvelope = 'result:("success"),msg:s,ignored_parameters_unsupported:[s]?'

/** One endpoint each: name, method, path, section of the spec, when it may be repeated, parameters, answer, and more. */
export const writtenCalls = `
scheduledMessages.edit PATCH /scheduled_messages/{scheduled_message_id} 4.1 always scheduled_message_id:i,type:("direct","channel","stream","private")?,to:(i/[i])?,content:s?,topic:s?,scheduled_delivery_timestamp:i?  since=editScheduledMessage
topics.setVisibility POST /user_topics 4.2 always stream_id:i,topic:s,visibility_policy:(0,1,2,3)  since=userTopics
topics.setMuted PATCH /users/me/subscriptions/muted_topics 4.3 topicMutingIdempotent stream_id:i?,stream:s?,topic:s,op:("add","remove") 
users.getByEmail GET /users/{email} 4.4 always email:s,client_gravatar:b=true,include_custom_profile_fields:b=false user:User since=getUserByEmail
users.setStatus POST /users/{user_id}/status 4.5 always user_id:i,status_text:s60?,emoji_name:s?,emoji_code:s?,reaction_type:s?  since=setUserStatus
streams.deleteTopic POST /streams/{stream_id}/delete_topic 4.6 always stream_id:i,topic_name:s complete:b takes=50
users.deactivate DELETE /users/{user_id} 4.7 never user_id:i,actions:!{delete_profile:b?,delete_public_channel_messages:b?,delete_private_channel_messages:b?,delete_direct_messages:b?}?,deactivation_notification_comment:s?  +actions=deactivationActions
userGroups.isMember GET /user_groups/{user_group_id}/members/{user_id} 4.8 always user_group_id:i,user_id:i,direct_member_only:b=false is_user_group_member:b since=groupMembershipCheck
linkifiers.list GET /realm/linkifiers 4.9 always  linkifiers:[Linkifier]
attachments.delete DELETE /attachments/{attachment_id} 4.10 never attachment_id:i 
presence.list GET /realm/presence 4.11 always  server_timestamp:n,presences:<UserPresence>
users.mute POST /users/me/muted_users/{muted_user_id} 4.12 never muted_user_id:i 
userGroups.deactivate POST /user_groups/{user_group_id}/deactivate 4.13 never user_group_id:i  since=deactivateGroup
profileFields.reorder PATCH /realm/profile_fields 4.14 always order:[i] 
channelFolders.list GET /channel_folders 4.15 always include_archived:b=false channel_folders:[ChannelFolder] since=channelFolders
calls.create POST /calls/ext_talk/create 4.16 never room_name:s url:s since=createCall
linkifiers.reorder PATCH /realm/linkifiers 4.17 always ordered_linkifier_ids:[i]  since=linkifierReordering
emoji.list GET /realm/emoji 4.18 always  emoji:<CustomEmoji>
outgoingWebhook.latest POST /svc-outgoing-webhook 4.19 always  bot_email:s,bot_full_name:s?,data:s?,trigger:s,token:s,message:Message
server.settings GET /server_settings 4.20 always  authentication_methods:<b>?,external_authentication_methods:[ExternalAuthenticationMethod]?,svc_feature_level:i=0,svc_version:s?,svc_merge_base:s?,push_notifications_enabled:b?,is_incompatible:b?,email_auth_enabled:b?,require_email_format_usernames:b?,realm_uri:s?,realm_url:s?,realm_name:s?,realm_icon:s?,realm_description:s?,realm_web_public_access_enabled:b? public=
messages.send POST /messages companion never type:("direct","channel","stream","private"),to:(i/s/[i]/[s]),topic:s?,content:s,read_by_sender:b?,widget_content:s?,queue_id:s?,local_id:s? id:i,automatic_new_visibility_policy:i? alias=topic:subject
messages.edit PATCH /messages/{message_id} companion never message_id:i,content:s?,topic:s?,stream_id:i?,propagate_mode:("change_one","change_later","change_all")="change_one",send_notification_to_old_thread:b=false,send_notification_to_new_thread:b=true,prev_content_sha256:s? detached_uploads:[{id:i}]? alias=topic:subject
messages.delete DELETE /messages/{message_id} companion never message_id:i 
messages.list GET /messages companion always anchor:(i/(10000000000000000)/("newest","oldest","first_unread"))?,use_first_unread_anchor:b=false,include_anchor:b=true,num_before:i>=0?,num_after:i>=0?,narrow:[([s]2/-{operator:s,operand:(s/i/[i]),negated:b?})]=[],client_gravatar:b=true,message_ids:[i]?,apply_markdown:b=true,allow_empty_topic_name:b=false messages:[Message],anchor:n?,found_anchor:b?,found_oldest:b?,found_newest:b?,history_limited:b?
messages.get GET /messages/{message_id} companion always message_id:i,apply_markdown:b=true,allow_empty_topic_name:b=false message:Message,raw_content:s?
reactions.add POST /messages/{message_id}/reactions companion never message_id:i,emoji_name:s,emoji_code:s?,reaction_type:s? 
reactions.remove DELETE /messages/{message_id}/reactions companion never message_id:i,emoji_name:s?,emoji_code:s?,reaction_type:s? 
users.me GET /users/me companion always  user_id:i,delivery_email:s~,email:s,full_name:s,date_joined:s,is_active:b,is_owner:b,is_admin:b,is_guest:b,is_bot:b,bot_type:i~,bot_owner_id:i~,role:i,timezone:s,avatar_url:s~?,avatar_version:i,is_imported_stub:b,is_deleted:b?,profile_data:<ProfileValue>?,max_message_id:i?
users.list GET /users companion always client_gravatar:b=true,include_custom_profile_fields:b=false members:[User]
users.get GET /users/{user_id} companion always user_id:i,client_gravatar:b=true,include_custom_profile_fields:b=false user:User
users.unmute DELETE /users/me/muted_users/{muted_user_id} companion never muted_user_id:i 
streams.list GET /streams companion always include_public:b=true,include_subscribed:b=true,include_all_active:b=false,exclude_archived:b=true,include_default:b=false streams:[Channel]
streams.get GET /streams/{stream_id} companion always stream_id:i stream:Channel
files.upload POST /user_uploads companion never file:f url:s,uri:s?,filename:s? takes=120
files.temporaryUrl GET /user_uploads/{realm_id_str}/{filename} companion always realm_id_str:i,filename:s url:s
scheduledMessages.list GET /scheduled_messages companion always  scheduled_messages:[ScheduledMessage]
scheduledMessages.create POST /scheduled_messages companion never type:("direct","channel","stream","private"),to:(i/s/[i]/[s]),content:s,topic:s?,scheduled_delivery_timestamp:i scheduled_message_id:i alias=topic:subject
scheduledMessages.delete DELETE /scheduled_messages/{scheduled_message_id} companion never scheduled_message_id:i 
userGroups.list GET /user_groups companion always include_deactivated_groups:b=false user_groups:[UserGroup]
attachments.list GET /attachments companion always  attachments:[Attachment],upload_space_used:i
profileFields.list GET /realm/profile_fields companion always  custom_fields:[ProfileField]
events.register POST /register companion never event_types:[s]~?,fetch_event_types:[s]~?,narrow:[([s]2/-{operator:s,operand:(s/i/[i]),negated:b?})]=[],all_public_streams:b=false,apply_markdown:b=false,client_gravatar:b=true,include_subscribers:b=false,client_capabilities:{notification_settings_null:b?,bulk_message_deletion:b?,user_avatar_url_field_optional:b?,stream_typing_notifications:b?,user_settings_object:b?,linkifier_url_template:b?,user_list_incomplete:b?,include_deactivated_groups:b?,archived_channels:b?,empty_topic_name:b?,simplified_presence_events:b?}={},idle_queue_timeout:i>=1? queue_id:s,last_event_id:i,svc_version:s?,svc_feature_level:i?,svc_merge_base:s?,event_queue_longpoll_timeout_seconds:i?,max_message_id:i?,max_message_length:i?,max_topic_length:i?,realm_empty_topic_display_name:s?,user_settings:{}?,realm_name:u?,realm_url:u?,realm_description:u?,realm_users:u?,realm_non_active_users:u?,cross_realm_bots:u?,realm_bots:u?,realm_emoji:u?,realm_linkifiers:u?,realm_user_groups:u?,realm_default_streams:u?,custom_profile_fields:u?,channel_folders:u?,streams:u?,subscriptions:u?,unsubscribed:u?,never_subscribed:u?,scheduled_messages:u?,drafts:u?,saved_snippets:u?,alert_words:u?,presences:u?,server_timestamp:u?,muted_users:u?,user_topics:u?
events.get GET /events companion always queue_id:s,last_event_id:i,dont_block:b=false events:[Event],queue_id:s? takes=90
events.deleteQueue DELETE /events companion never queue_id:s 
presence.report POST /users/me/presence companion always status:s,last_update_id:i?,history_limit_days:i>=0?,new_user_input:b=false,ping_only:b=false,slim_presence:b=false server_timestamp:n?,presences:<{active_timestamp:i?,idle_timestamp:i?,aggregated:PresenceEntry?,website:PresenceEntry?}>?,presence_last_update_id:i?
presence.get GET /users/{user_id_or_email}/presence companion always user_id_or_email:s presence:<PresenceEntry>
users.setOwnStatus POST /users/me/status companion always status_text:s60?,emoji_name:s?,emoji_code:s?,reaction_type:s? 
users.getStatus GET /users/{user_id}/status companion always user_id:i status:{status_text:s?,emoji_name:s?,emoji_code:s?,reaction_type:s?}
users.reactivate POST /users/{user_id}/reactivate companion never user_id:i 
users.create POST /users companion never email:s,password:s,full_name:s user_id:i
users.update PATCH /users/{user_id} companion always user_id:i,full_name:s?,role:(100,200,300,400,600)?,profile_data:[-{id:i,value:(s/[i])~}]?,new_email:s? 
users.deactivateOwn DELETE /users/me companion never  
settings.update PATCH /settings companion always full_name:s?,enable_desktop_notifications:b?,enable_digest_emails:b?,enable_followed_topic_audible_notifications:b?,enable_followed_topic_desktop_notifications:b?,enable_followed_topic_email_notifications:b?,enable_followed_topic_push_notifications:b?,enable_followed_topic_wildcard_mentions_notify:b?,enable_login_emails:b?,enable_marketing_emails:b?,enable_offline_email_notifications:b?,enable_offline_push_notifications:b?,enable_online_push_notifications:b?,enable_sounds:b?,enable_stream_audible_notifications:b?,enable_stream_desktop_notifications:b?,enable_stream_email_notifications:b?,enable_stream_push_notifications:b?,message_content_in_email_notifications:b?,pm_content_in_desktop_notifications:b?,presence_enabled:b?,wildcard_mentions_notify:b?,desktop_icon_count_display:(1,2,3,4)?,email_notifications_batching_period_seconds:i?,realm_name_in_email_notifications_policy:(1,2,3)?,allow_private_data_export:b?,automatically_follow_topics_where_mentioned:b?,display_emoji_reaction_users:b?,enable_drafts_synchronization:b?,enter_sends:b?,fluid_layout_width:b?,hide_ai_features:b?,high_contrast_mode:b?,left_side_userlist:b?,receives_typing_notifications:b?,send_private_typing_notifications:b?,send_read_receipts:b?,send_stream_typing_notifications:b?,starred_message_counts:b?,translate_emoticons:b?,twenty_four_hour_time:b?,web_escape_navigates_to_home_view:b?,web_inbox_show_channel_folders:b?,web_left_sidebar_show_channel_folders:b?,web_left_sidebar_unreads_count_summary:b?,web_navigate_to_sent_message:b?,web_suggest_update_timezone:b?,automatically_follow_topics_policy:(1,2,3,4)?,automatically_unmute_topics_in_muted_streams_policy:(1,2,3,4)?,color_scheme:(1,2,3)?,default_language:s?,demote_inactive_streams:(1,2,3)?,email_address_visibility:(1,2,3,4,5)?,emojiset:("google","google-blob","twitter","text")?,resolved_topic_notice_auto_read_policy:("always","except_followed","never")?,timezone:s?,user_list_style:(1,2,3)?,web_animate_image_previews:("always","on_hover","never")?,web_channel_default_view:(1,2,3,4)?,web_font_size_px:i?,web_home_view:("inbox","recent_topics","all_messages")?,web_line_height_percent:i?,web_mark_read_on_scroll_policy:(1,2,3)?,web_stream_unreads_count_display_policy:(1,2,3)? 
settings.updateNotifications PATCH /settings/notifications companion always enable_desktop_notifications:b?,enable_digest_emails:b?,enable_followed_topic_audible_notifications:b?,enable_followed_topic_desktop_notifications:b?,enable_followed_topic_email_notifications:b?,enable_followed_topic_push_notifications:b?,enable_followed_topic_wildcard_mentions_notify:b?,enable_login_emails:b?,enable_marketing_emails:b?,enable_offline_email_notifications:b?,enable_offline_push_notifications:b?,enable_online_push_notifications:b?,enable_sounds:b?,enable_stream_audible_notifications:b?,enable_stream_desktop_notifications:b?,enable_stream_email_notifications:b?,enable_stream_push_notifications:b?,message_content_in_email_notifications:b?,pm_content_in_desktop_notifications:b?,presence_enabled:b?,wildcard_mentions_notify:b?,desktop_icon_count_display:(1,2,3,4)?,email_notifications_batching_period_seconds:i?,realm_name_in_email_notifications_policy:(1,2,3)? 
alertWords.list GET /users/me/alert_words companion always  alert_words:[s]
alertWords.add POST /users/me/alert_words companion always alert_words:[s100] alert_words:[s]
alertWords.remove DELETE /users/me/alert_words companion always alert_words:[s] alert_words:[s]
typing.send POST /typing companion always op:("start","stop"),type:("direct","channel","stream","private")="direct",to:[i]?,stream_id:i?,topic:s? 
messages.updateFlags POST /messages/flags companion always messages:[i],op:("add","remove"),flag:s messages:[i]
messages.updateFlagsInNarrow POST /messages/flags/narrow companion always anchor:(i/(10000000000000000)/("newest","oldest","first_unread")),include_anchor:b=true,num_before:i>=0,num_after:i>=0,narrow:[([s]2/-{operator:s,operand:(s/i/[i]),negated:b?})]=[],op:("add","remove"),flag:s processed_count:i,updated_count:i,first_processed_id:i~,last_processed_id:i~,found_oldest:b,found_newest:b
messages.markAllRead POST /mark_all_as_read companion always  complete:b
messages.markChannelRead POST /mark_stream_as_read companion always stream_id:i 
messages.markTopicRead POST /mark_topic_as_read companion always stream_id:i,topic_name:s 
messages.render POST /messages/render companion always content:s rendered:s
messages.history GET /messages/{message_id}/history companion always message_id:i,allow_empty_topic_name:b=false message_history:[{topic:s?,prev_topic:s?,stream:i?,prev_stream:i?,content:s?,prev_content:s?,rendered_content:s?,prev_rendered_content:s?,content_html_diff:s?,user_id:i~,timestamp:i}]
messages.matchesNarrow GET /messages/matches_narrow companion always msg_ids:[i],narrow:[([s]2/-{operator:s,operand:(s/i/[i]),negated:b?})] messages:<{match_content:s,match_subject:s}>
messages.readReceipts GET /messages/{message_id}/read_receipts companion always message_id:i user_ids:[i] since=readReceipts
submessages.send POST /submessage companion never message_id:i,msg_type:s,content:s 
drafts.list GET /drafts companion always  count:i,drafts:[{id:i,type:s,to:[i],topic:s,content:s,timestamp:i}] since=drafts
drafts.create POST /drafts companion never drafts:[!{type:("stream","private",""),to:[i],topic:s,content:s,timestamp:n?}] ids:[i] since=drafts
drafts.edit PATCH /drafts/{draft_id} companion always draft_id:i,draft:!{type:("stream","private",""),to:[i],topic:s,content:s,timestamp:n?}  since=drafts
drafts.delete DELETE /drafts/{draft_id} companion never draft_id:i  since=drafts
savedSnippets.list GET /saved_snippets companion always  saved_snippets:[{id:i,title:s,content:s,date_created:i}] since=savedSnippets
savedSnippets.create POST /saved_snippets companion never title:s60,content:s10000 saved_snippet_id:i since=savedSnippets
savedSnippets.edit PATCH /saved_snippets/{saved_snippet_id} companion always saved_snippet_id:i,title:s60?,content:s10000?  since=editSavedSnippet
savedSnippets.delete DELETE /saved_snippets/{saved_snippet_id} companion never saved_snippet_id:i  since=savedSnippets
subscriptions.list GET /users/me/subscriptions companion always include_subscribers:b=false subscriptions:[{stream_id:i,name:s,description:s,rendered_description:s?,invite_only:b,is_archived:b?,creator_id:i~?,date_created:i?,first_message_id:i~?,folder_id:i~?,is_default:b?,is_web_public:b?,history_public_to_subscribers:b?,message_retention_days:i~?,stream_post_policy:i?,stream_weekly_traffic:i~?,subscriber_count:i?,topics_policy:s?,can_add_subscribers_group:GroupSetting?,can_administer_channel_group:GroupSetting?,can_create_topic_group:GroupSetting?,can_delete_any_message_group:GroupSetting?,can_delete_own_message_group:GroupSetting?,can_move_messages_out_of_channel_group:GroupSetting?,can_move_messages_within_channel_group:GroupSetting?,can_remove_subscribers_group:GroupSetting?,can_resolve_topics_group:GroupSetting?,can_send_message_group:GroupSetting?,can_subscribe_group:GroupSetting?,color:s?,is_muted:b?,in_home_view:b?,pin_to_top:b?,desktop_notifications:b~?,audible_notifications:b~?,push_notifications:b~?,email_notifications:b~?,wildcard_mentions_notify:b~?,subscribers:[i]?}]
subscriptions.add POST /users/me/subscriptions companion always subscriptions:[-{name:s,description:s?}],principals:([i]/[s])?,authorization_errors_fatal:b=true,invite_only:b=false,folder_id:i? subscribed:<[s]>,already_subscribed:<[s]>,unauthorized:[s]?
subscriptions.remove DELETE /users/me/subscriptions companion always subscriptions:[s],principals:([i]/[s])? removed:[s],not_removed:[s]
subscriptions.setProperties POST /users/me/subscriptions/properties companion always subscription_data:[-{stream_id:i,property:s,value:(b/s)}] 
subscriptions.isSubscribed GET /users/{user_id}/subscriptions/{stream_id} companion always user_id:i,stream_id:i is_subscribed:b
streams.members GET /streams/{stream_id}/members companion always stream_id:i subscribers:[i]
streams.getId GET /get_stream_id companion always stream:s stream_id:i
streams.topics GET /users/me/{stream_id}/topics companion always stream_id:i,allow_empty_topic_name:b=false topics:[{name:s,max_id:i}]
streams.create POST /channels/create companion never name:s,description:s="",subscribers:[i],invite_only:b=false,folder_id:i? id:i
streams.update PATCH /streams/{stream_id} companion never stream_id:i,new_name:s?,description:s?,is_private:b?,is_archived:b?,folder_id:i~? 
streams.archive DELETE /streams/{stream_id} companion never stream_id:i 
defaultStreams.add POST /default_streams companion always stream_id:i 
defaultStreams.remove DELETE /default_streams companion always stream_id:i 
channelFolders.create POST /channel_folders/create companion never name:s60,description:s1024="" channel_folder_id:i since=channelFolders
channelFolders.update PATCH /channel_folders/{channel_folder_id} companion always channel_folder_id:i,name:s60?,description:s1024?,is_archived:b?  since=channelFolders
channelFolders.reorder PATCH /channel_folders companion always order:[i]  since=channelFolderOrder
userGroups.create POST /user_groups/create companion never name:s,description:s,members:[i],subgroups:[i]=[],can_add_members_group:(i/-{direct_members:[i],direct_subgroups:[i]})?,can_join_group:(i/-{direct_members:[i],direct_subgroups:[i]})?,can_leave_group:(i/-{direct_members:[i],direct_subgroups:[i]})?,can_manage_group:(i/-{direct_members:[i],direct_subgroups:[i]})?,can_mention_group:(i/-{direct_members:[i],direct_subgroups:[i]})?,can_remove_members_group:(i/-{direct_members:[i],direct_subgroups:[i]})? group_id:i
userGroups.update PATCH /user_groups/{user_group_id} companion never user_group_id:i,name:s?,description:s?,deactivated:(false)?,can_add_members_group:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}?,can_join_group:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}?,can_leave_group:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}?,can_manage_group:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}?,can_mention_group:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}?,can_remove_members_group:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}? 
userGroups.members GET /user_groups/{user_group_id}/members companion always user_group_id:i,direct_member_only:b=false members:[i]
userGroups.updateMembers POST /user_groups/{user_group_id}/members companion never user_group_id:i,add:[i]?,delete:[i]?,add_subgroups:[i]?,delete_subgroups:[i]? 
userGroups.subgroups GET /user_groups/{user_group_id}/subgroups companion always user_group_id:i,direct_subgroup_only:b=false subgroups:[i]
userGroups.updateSubgroups POST /user_groups/{user_group_id}/subgroups companion never user_group_id:i,add:[i]?,delete:[i]? 
linkifiers.create POST /realm/filters companion never pattern:s,url_template:s,example_input:s?,reverse_template:s?,alternative_url_templates:[s]? id:i
linkifiers.update PATCH /realm/filters/{filter_id} companion always filter_id:i,pattern:s,url_template:s,example_input:s?,reverse_template:s?,alternative_url_templates:[s]? 
linkifiers.delete DELETE /realm/filters/{filter_id} companion never filter_id:i 
emoji.upload POST /realm/emoji/{emoji_name} companion never emoji_name:s,filename:f  takes=120
emoji.deactivate DELETE /realm/emoji/{emoji_name} companion never emoji_name:s 
profileFields.create POST /realm/profile_fields companion never name:s40="",hint:s80="",field_data:<u>?,field_type:i,display_in_profile_summary:b?,required:b?,editable_by_user:b? id:i
profileFields.update PATCH /realm/profile_fields/{field_id} companion always field_id:i,name:s40?,hint:s80?,field_data:<u>?,display_in_profile_summary:b?,required:b?,editable_by_user:b? 
profileFields.delete DELETE /realm/profile_fields/{field_id} companion never field_id:i 
realm.update PATCH /realm companion never name:s40?,description:s1000?,default_language:s?,default_code_block_language:s?,avatar_changes_disabled:b?,digest_emails_enabled:b?,email_changes_disabled:b?,invite_required:b?,message_content_allowed_in_email_notifications:b?,name_changes_disabled:b?,send_welcome_emails:b?,can_access_all_users_group:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}?,can_create_groups:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}?,can_invite_users_group:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}?,can_manage_all_groups:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}?,create_multiuse_invite_group:-{new:(i/-{direct_members:[i],direct_subgroups:[i]}),old:(i/-{direct_members:[i],direct_subgroups:[i]})?}? 
invites.list GET /invites companion always  invites:[Invitation]
invites.send POST /invites companion never invitee_emails:s,stream_ids:[i],invite_as:(100,200,300,400,600)=400,invite_expires_in_minutes:i~=14400,group_ids:[i]?,include_realm_default_subscriptions:b=false,notify_referrer_on_join:b=true 
invites.createLink POST /invites/multiuse companion never stream_ids:[i]=[],invite_as:(100,200,300,400,600)=400,invite_expires_in_minutes:i~=14400,group_ids:[i]?,include_realm_default_subscriptions:b=false invite_link:s
invites.revoke DELETE /invites/{invite_id} companion never invite_id:i 
invites.revokeLink DELETE /invites/multiuse/{invite_id} companion never invite_id:i 
invites.resend POST /invites/{invite_id}/resend companion never invite_id:i 
bots.create POST /bots companion never full_name:s,short_name:s,bot_type:i=1,payload_url:q?,service_name:s?,interface_type:i=1 user_id:i,api_key:s,avatar_url:s~?,default_sending_stream:s~?,default_events_register_stream:s~?,default_all_public_streams:b?
bots.list GET /bots companion always  bots:[{username:s,full_name:s,api_key:s,avatar_url:s~?,default_sending_stream:s~?,default_events_register_stream:s~?,default_all_public_streams:b?}]
bots.update PATCH /bots/{bot_id} companion always bot_id:i,full_name:s?,bot_owner_id:i?,service_payload_url:q?,service_interface:i? full_name:s,bot_owner:s?,avatar_url:s~?
bots.deactivate DELETE /bots/{bot_id} companion never bot_id:i 
bots.getKey GET /bots/{bot_id}/api_key companion always bot_id:i api_key:s
bots.regenerateKey POST /bots/{bot_id}/api_key/regenerate companion never bot_id:i api_key:s
botStorage.get GET /bot_storage companion always keys:[s]? storage:<s>
botStorage.put PUT /bot_storage companion always storage:<s> 
botStorage.delete DELETE /bot_storage companion never keys:[s]? 
`

/** One feature each: name, level, and what changed where a call can need it. */
export const writtenFeatures = `
externalAuthenticationMethods 0
authenticationCodeHost2 1 The key \`idp_code_host_2\` was added.
getUserByEmail 39 A user can be looked up by email address.
drafts 87 Drafts are kept by the server.
serverMergeBase 88
realmWebPublicAccess 116
groupMembershipCheck 127 Membership of one user in a group can be asked for.
readReceipts 137 Who has read a message can be asked for.
deleteTopicInBatches 147
deleteTopicPartiallyCompleted 154
deliveryEmailAlways 163
ignoredParameters 167
userTopics 170 A visibility policy can be set for a topic; the older muting endpoint is deprecated.
topicMutingIdempotent 170
linkifierUrlTemplate 176
directNarrows 177 The operators \`dm\` and \`dm-including\`, and \`is:dm\`; \`pm-with\`, \`group-pm-with\` and \`is:private\` are deprecated.
presenceWithoutClients 178
editScheduledMessage 184 Scheduled messages can be edited.
muteBots 188
directMessageTrigger 201 The trigger \`private_message\` was renamed \`direct_message\`.
linkifierReordering 202 Linkifiers are processed in an order that administrators set; before, by ID.
deleteTopicComplete 211
followedTopics 219 The policy "followed" was added.
wildcardFlags 224 \`stream_wildcard_mentioned\` and \`topic_wildcard_mentioned\` tell the wildcards apart; \`wildcard_mentioned\` is deprecated.
channelMessageType 248 \`channel\` is accepted as a type, meaning \`stream\`.
reactionNarrow 249 \`has:reaction\`.
channelNarrows 250 The operators \`channel\` and \`channels\`, beside \`stream\` and \`streams\`.
firstMessageIdEvent 256
realmUrl 257
followedNarrow 265 \`is:followed\`.
withNarrow 271 The operator \`with\`: the conversation of a message.
deactivateGroup 290 User groups can be deactivated.
savedSnippets 297 Snippets of text can be saved.
groupInUseCode 298
realEmailLookup 302
deactivatedNotMember 303
sharedDirectRecipientId 327
emptyTopic 334 The empty string is a valid channel topic.
billingAdminRemoved 363
lastMovedTimestamp 365
mutedNarrow 366 \`is:muted\`.
editSavedSnippet 368 Saved snippets can be edited.
noTopicReading 370
channelFolders 389 Channels can be put into folders.
setUserStatus 407 Administrators can set another user's status.
channelFolderOrder 414 Folders have an order and are listed by it; before, by ID.
importedStub 433
attachmentTimesInSeconds 443
botsInGroupCheck 458
deactivationActions 459 A deactivation can delete the profile and messages first.
createCall 465 A video call can be created with the external conferencing provider.
reverseLinkifiers 471
attachmentMessageIds 472
statusForBots 473
dateJoinedAtFirstLogin 475
alternativeUrlTemplates 478
authenticationChatVendor 488 The key \`idp_chat_vendor\` was added.
deletedUsers 490
groupCheckByBots 496
`
