// biome-ignore-all format: as many on a line as fit.

/**
 * Endpoints of a real server that have no declaration: the simulator responds as if they didn't exist, and records in
 * its journal that it lacks them.
 */
export const notSimulated = [
  'GET /messages/summary', 'GET /navigation_views', 'POST /navigation_views', 'PATCH /navigation_views/{fragment}',
  'DELETE /navigation_views/{fragment}', 'POST /zcommand', 'GET /users/{user_id}/channels',
  'PATCH /users/me/subscriptions', 'PATCH /users/me/subscriptions/{stream_id}', 'POST /default_stream_groups/create',
  'PATCH /default_stream_groups/{group_id}', 'DELETE /default_stream_groups/{group_id}',
  'PUT /default_stream_groups/{group_id}/streams', 'POST /users/me/onboarding_steps',
  'POST /users/me/android_gcm_reg_id', 'DELETE /users/me/android_gcm_reg_id', 'POST /users/me/apns_device_token',
  'DELETE /users/me/apns_device_token', 'POST /mobile_push/register', 'POST /mobile_push/test_notification',
  'POST /mobile_push/e2ee/test_notification', 'POST /register_client_device', 'POST /remove_client_device',
  'POST /dev_fetch_api_key', 'GET /dev_list_users', 'POST /jwt/fetch_api_key', 'POST /realm/icon',
  'DELETE /realm/icon', 'GET /realm/icon', 'POST /realm/logo', 'DELETE /realm/logo', 'GET /realm/logo',
  'POST /realm/deactivate', 'POST /realm/test_welcome_bot_custom_message', 'POST /calls/zoom/create',
  'GET /calls/bigbluebutton/create', 'POST /calls/constructorgroups/create',
] as const
