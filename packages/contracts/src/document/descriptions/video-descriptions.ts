/** What the operations of cameras, live pictures and clips are for. */
import type { EndpointKey } from '../../endpoints.ts';

const SIGNAL_DESCRIPTIONS = {
  'GET /sentry/signals':
    'The signaling channel: what the server asks of the device. With an upgrade it is a WebSocket that stays open; each text message is a response of this operation, and the device sends bodies of `POST /sentry/signals`. Without one it answers at once, or waits up to `wait` seconds for signals after the id `after`. The newest channel of a sentry replaces the one before.',
  'POST /sentry/signals':
    'Answers to signals, for devices that poll: that live pictures are refused and why, that there is no video for a recording, or what the page of a viewer needs for a direct connection.',
  'POST /sentry/camera':
    'Reports whether the device has a camera, its format, whether it can paint masks before encoding, and how much video it keeps. Sent at the start and after every change. A gateway reports the camera of an adopted device that it reads with `device`.',
} as const satisfies Partial<Record<EndpointKey, string>>;

const CAMERA_DESCRIPTIONS = {
  'GET /locations/{guid}/camera':
    'Whether the cameras of a location may show and record, and each camera with its format, its mask and its signaling channel. Cameras are off until somebody turns them on.',
  'PUT /locations/{guid}/camera':
    'Turns the cameras of a location on or off, or off during a weekly schedule. While they are off nothing is shown, recorded or accepted from devices, and open live pictures end within a second. Turning them on notifies the administrators of the location. It is in the audit log.',
  'GET /sentries/{guid}/camera-mask': 'The cells of the picture that the device paints black before it encodes.',
  'PUT /sentries/{guid}/camera-mask':
    'Replaces the mask: for each of 24 rows the masked columns, 0 to 31. The device applies it within seconds. A device that cannot mask shows and records nothing while a mask is set.',
  'PUT /sentries/{guid}/camera-calibration':
    'Sets where the thermal picture lies in the picture of the camera, as shares of its width and height; `null` lays it over the whole picture.',
} as const satisfies Partial<Record<EndpointKey, string>>;

const LIVE_DESCRIPTIONS = {
  'POST /locations/{guid}/live':
    'Begins to view the camera of a sentry: returns the path of a WebSocket with a ticket that is valid once, for 30 seconds. The sentry is asked to send; `state` says whether it is connected. A person has at most 8 live pictures at a time, a sentry at most 32 viewers. Each view is in the audit log. API tokens may not view.',
  'GET /live/{guid}':
    'The live picture, as a WebSocket that the ticket opens. Text messages are JSON: the format, who watches, the state, the capture time of the next fragment, and why it ends. Binary messages are the init segment and fragments of an MP4 with H.264, for Media Source Extensions.',
  'POST /live/{guid}/signal':
    'Passes a signal of WebRTC to the sentry, for an open view of your own whose `transports` have `WEBRTC`: `OFFER` begins a direct connection, `CANDIDATE` names a way to reach the page, `BYE` ends it. The answers of the sentry come over the WebSocket of the view, as messages `signal`. `peer` is a new UUID for each attempt; an offer replaces the one before. The server passes on what is named and connects to nothing. At most 64 KiB a signal, and 60 signals a minute for each view. When the view ends the sentry ends the connection. 409 while no picture has begun, or where direct connections are turned off.',
  'DELETE /live/{guid}': 'Ends a live picture of your own. Closing its WebSocket does the same.',
  'GET /live/{guid}/still.jpg':
    'The newest still of an open live picture, about one a second, for browsers that cannot play the video. 404 until the first one has arrived.',
  'GET /locations/{guid}/views': 'Who views the cameras of the location now, and the latest views that have ended.',
  'GET /sentry/live/{guid}':
    'The uplink of a live picture, as a WebSocket of the device: a text message `start`, the init segment, then one fragment a message, each after a text message with its capture time. At most 4 Mbit/s and 4 MiB a message.',
} as const satisfies Partial<Record<EndpointKey, string>>;

const CLIP_UPLOAD_DESCRIPTIONS = {
  'POST /sentry/video':
    'Announces a clip of at most 5 minutes and 64 MiB, and returns a signed address for each part. The same clip announced again, by its SHA-256, returns the same upload with the offset that is stored. 422 where the cameras were off at that time. With `device`, a gateway announces a clip of an adopted device that it reads.',
  'HEAD /sentry/video/{clip}/{part}':
    'Returns in `Upload-Offset` how many bytes of a part are stored and synced, as in tus 1.0.',
  'PATCH /sentry/video/{clip}/{part}':
    'Appends bytes at `Upload-Offset` (tus 1.0). A wrong offset is refused with 409 and the right one; more bytes than announced with 413. The last byte completes the part: bytes with another SHA-256 are discarded with 422.',
  'PUT /sentry/video/{clip}/{part}': 'Uploads a whole part at once, for small ones.',
} as const satisfies Partial<Record<EndpointKey, string>>;

const CLIP_DESCRIPTIONS = {
  'GET /clips': 'Clips of the locations you may view, newest first. METRICS alone gives no access to video.',
  'GET /clips/{guid}': 'A clip with signed links to its video, still and film strip, valid for five minutes.',
  'DELETE /clips/{guid}':
    'Deletes a clip: its key is destroyed in the same transaction as the entry of the audit log, then its files are removed. A clip with a hold is not deleted. Backups from before still contain the key until they are superseded.',
  'GET /clips/{guid}/play': 'The video, by a signed link, with ranges and ETag.',
  'GET /clips/{guid}/still': 'The still of the clip, by a signed link.',
  'GET /clips/{guid}/strip': 'Twenty pictures of the clip side by side in one JPEG, by a signed link.',
  'POST /clips/{guid}/links':
    'A signed link for somebody without an account, such as an insurer, valid for 1 to 168 hours.',
  'DELETE /clips/{guid}/links': 'Makes every signed link of the clip invalid.',
  'POST /alerts/{guid}/export':
    'A zip with the alert, its readings, its clips with their pictures, and a manifest with the SHA-256 of each file, who exported it and when. The manifest is signed with the key of the installation (Ed25519), whose fingerprint `GET /version` returns; `picket verify-export` checks the file without a server. The export is in the audit log with the digest of the manifest. One download at a time for each user, four for each organization.',
  'POST /holds':
    'Keeps video as evidence: of a clip, of an alert, or of a location and a time. Nothing deletes clips with a hold, and neither their location nor their organization can be deleted.',
  'DELETE /holds/{guid}': 'Lifts a hold. The retention applies again.',
  'GET /video-retention':
    'How long and how much video an organization keeps, and what it uses now; `tenant` names the organization, by default your own.',
  'GET /video-retention/tenants':
    'Lists all organizations of the installation by name, with the video that each has, how long and how much it may keep, and what that costs in a month where the installation has a price.',
  'PUT /video-retention':
    'Sets how long and how much video an organization keeps. What exceeds it is deleted within minutes.',
  'POST /video-retention/preview': 'How many clips, and how many bytes, a change of the retention would delete now.',
} as const satisfies Partial<Record<EndpointKey, string>>;

export const VIDEO_DESCRIPTIONS = {
  ...SIGNAL_DESCRIPTIONS,
  ...CAMERA_DESCRIPTIONS,
  ...LIVE_DESCRIPTIONS,
  ...CLIP_UPLOAD_DESCRIPTIONS,
  ...CLIP_DESCRIPTIONS,
};
