import type { Hono } from 'hono'
import type { WaitsForBots } from './waitsForBots.js'

/** A Hono app that takes notifications: served as it is, or mounted in another with `app.route('/hook', receiver)`. */
export interface Receiver extends Hono, WaitsForBots {}
