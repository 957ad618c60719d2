-- What a site held on 26 November 2026, before the names of its code were changed (the schema up to step 68): each kind
-- of job waits, and aino has each kind of notice. Written by hand, with the words as the program of then stored them.
-- Its time is noon of 21 November 2026, 1795262400000. All passwords are "demo-password".

INSERT INTO site_settings (id, name, lat, lon, time_zone, allows_typed, registration)
VALUES (1, 'Cairn', 60.1705, 24.9445, 'Europe/Helsinki', 1, 'open');
INSERT INTO daily_settings (id, is_on, from_minute, until_minute, minutes, audience, reveal, allows_late)
VALUES (1, 1, 600, 1200, 5, 'friends', 'after', 1);

-- People: friends of each other are aino, leena and mikko, but mikko only asks aino. noor has deleted her account.
INSERT INTO account (id, username, username_folded, display_name, display_name_folded, password, time_zone, units,
  theme, retention_h, receipts, created_at, email, email_folded, email_confirmed_at, birth_date)
VALUES (1, 'aino_k', 'aino_k', 'Aino', 'aino',
  '$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$s0R1wLuSgL6C1oHP8eDFGDJ_PRHvhvzw2-o_KKIiRnM', 'Europe/Helsinki',
  'metric', 'system', 24, 1, 1792670400000, 'aino_k@example.org', 'aino_k@example.org', 1792670400000, '2001-05-31');
INSERT INTO account (id, username, username_folded, display_name, display_name_folded, password, time_zone, units,
  theme, retention_h, receipts, created_at, email, email_folded, email_confirmed_at, birth_date)
VALUES (2, 'leena', 'leena', 'Leena', 'leena',
  '$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$s0R1wLuSgL6C1oHP8eDFGDJ_PRHvhvzw2-o_KKIiRnM', 'Europe/Helsinki',
  'metric', 'system', 24, 1, 1792670400000, 'leena@example.org', 'leena@example.org', 1792670400000, '2001-05-31');
INSERT INTO account (id, username, username_folded, display_name, display_name_folded, password, time_zone, units,
  theme, retention_h, receipts, created_at, email, email_folded, email_confirmed_at, birth_date)
VALUES (3, 'mikko', 'mikko', 'Mikko', 'mikko',
  '$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$s0R1wLuSgL6C1oHP8eDFGDJ_PRHvhvzw2-o_KKIiRnM', 'Europe/Helsinki',
  'metric', 'system', 24, 1, 1792670400000, 'mikko@example.org', 'mikko@example.org', 1792670400000, '2001-05-31');
INSERT INTO account (id, username, username_folded, display_name, display_name_folded, password, time_zone, units,
  theme, retention_h, receipts, created_at, email, email_folded, email_confirmed_at, birth_date)
VALUES (4, 'noor_h', 'noor_h', 'Noor', 'noor',
  '$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$s0R1wLuSgL6C1oHP8eDFGDJ_PRHvhvzw2-o_KKIiRnM', 'Europe/Helsinki',
  'metric', 'system', 24, 1, 1792670400000, 'noor_h@example.org', 'noor_h@example.org', 1792670400000, '2001-05-31');
INSERT INTO account (id, username, username_folded, display_name, display_name_folded, password, time_zone, units,
  theme, retention_h, receipts, created_at, email, email_folded, email_confirmed_at, birth_date)
VALUES (5, 'sanna', 'sanna', 'Sanna', 'sanna',
  '$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$s0R1wLuSgL6C1oHP8eDFGDJ_PRHvhvzw2-o_KKIiRnM', 'Europe/Helsinki',
  'metric', 'system', 24, 1, 1792670400000, 'sanna@example.org', 'sanna@example.org', NULL, '2001-05-31');
INSERT INTO deleted_account (account_id, created_at) VALUES (4, 1795258800000);
INSERT INTO friendship (account_id, friend_id, created_at) VALUES (1, 2, 1793534400000);
INSERT INTO friendship (account_id, friend_id, created_at) VALUES (2, 1, 1793534400000);
INSERT INTO friendship (account_id, friend_id, created_at) VALUES (2, 3, 1793534400000);
INSERT INTO friendship (account_id, friend_id, created_at) VALUES (3, 2, 1793534400000);
INSERT INTO friend_request (id, from_id, to_id, created_at) VALUES (10, 3, 1, 1795262100000);

-- The browser of aino gets push messages; leena gets a digest.
INSERT INTO session (id, account_id, token_hash, agent, created_at, used_at)
VALUES (31, 1, 'abababababababababababababababababababababababababababababababab', 'Firefox',
  1795176000000, 1795258800000);
INSERT INTO push_subscription (id, account_id, session_id, endpoint, p256dh, auth, created_at)
VALUES (30, 1, 31, 'https://push.example.net/send/old',
  'BCczFEi05JTYN_PUDl2kMs0EK8Rl4o__9FT-dZeSf3nh5ionBdFnw50RAmWQCI_h2urspLSclDFvPL9O9PqbZek',
  'Ct7ut6CuTZqHkyg0ge7QGg', 1795176000000);
INSERT INTO notice_setting (account_id, digest, digest_at, digested_at)
VALUES (2, 'daily', 1795348800000, 1795176000000);

-- An export that is ready and one that is to be made, and a month of photos to be packed.
INSERT INTO export (account_id, file, percent, bytes, created_at, finished_at)
VALUES (1, 'aaaaaaaaaaaaaaaaaaaaaaaaaaa', 100, 1000, 1795262040000, 1795262100000);
INSERT INTO export (account_id, file, percent, created_at)
VALUES (3, 'bbbbbbbbbbbbbbbbbbbbbbbbbbb', 0, 1795262100000);
INSERT INTO recap (account_id, month, kind, file, percent, created_at)
VALUES (1, 24321, 'zip', 'ccccccccccccccccccccccccccc', 0, 1795262100000);

-- Files: of a photo of the day, of two relics and of one that is over.
INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
VALUES ('bbbbbbbbbbbbbbbbbbbbbbbbbb', 1, 'photo', 'image', 1000, 1794398400000);
INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
VALUES ('cccccccccccccccccccccccccc', 2, 'photo', 'image', 1000, 1794398400000);
INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
VALUES ('dddddddddddddddddddddddddd', 1, 'photo', 'image', 1000, 1794398400000);
INSERT INTO media (name, owner_id, purpose, kind, bytes, created_at)
VALUES ('eeeeeeeeeeeeeeeeeeeeeeeeee', 2, 'photo', 'image', 1000, 1794398400000);

-- Chats: leena wrote to aino, and to mikko a moment ago, who had that chat open.
INSERT INTO conversation (id, last_number) VALUES (50, 1);
INSERT INTO chat (low_id, high_id, conversation_id, is_open, settled_number)
VALUES (1, 2, 50, 0, 0);
INSERT INTO conversation_member (conversation_id, account_id, read_number) VALUES (50, 2, 1);
INSERT INTO conversation_member (conversation_id, account_id, is_unread) VALUES (50, 1, 1);
INSERT INTO message (id, conversation_id, number, sender_id, submission, text, created_at)
VALUES (52, 50, 1, 2, 'old-50', 'Picnic on Tuesday?', 1795262100000);
INSERT INTO conversation (id, last_number) VALUES (51, 1);
INSERT INTO chat (low_id, high_id, conversation_id, is_open, settled_number)
VALUES (2, 3, 51, 0, 0);
INSERT INTO conversation_member (conversation_id, account_id, read_number) VALUES (51, 2, 1);
INSERT INTO conversation_member (conversation_id, account_id, is_unread) VALUES (51, 3, 1);
INSERT INTO message (id, conversation_id, number, sender_id, submission, text, created_at)
VALUES (53, 51, 1, 2, 'old-51', 'Picnic on Tuesday?', 1795262100000);

-- Photos of the day: of yesterday with what leena said to it. Today’s begins at noon.
INSERT INTO daily_window (day, opened_at, closes_at, late_until, reveals_at, audience)
VALUES (20777, 1795176000000, 1795176300000, 1795204800000, 1795176300000, 'friends');
INSERT INTO daily_plan (id, day, opens_at) VALUES (1, 20778, 1795262400000);
INSERT INTO moment (id, account_id, day, submission, back, caption, place, retakes, late_ms, audience, posted_at)
VALUES (70, 1, 20777, 'old-70', 'bbbbbbbbbbbbbbbbbbbbbbbbbb', '', 'none', 0, 0, 'friends', 1795176060000);
INSERT INTO moment_comment (id, moment_id, account_id, submission, text, created_at)
VALUES (71, 70, 2, 'old-71', 'Cold!', 1795262100000);
INSERT INTO moment_reaction (id, moment_id, account_id, emoji, created_at) VALUES (72, 70, 2, '❤️', 1795262100000);

-- Groups: one that runs, one that is over, and one into which leena asks aino. mikko has just called for help, and
-- leena has been heading home for an hour.
INSERT INTO conversation (id, last_number) VALUES (160, 0);
INSERT INTO friend_group (id, name, limit_m, needs_admission, created_at, ends_at, ended_at, code, link_version,
  link_hash, conversation_id, submission)
VALUES (60, 'Friday', 500, 0, 1795251600000, 1795284000000, NULL,
  'MP3K6D', 1, 'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', 160, 'old-60');
INSERT INTO friend_group (id, name, limit_m, needs_admission, created_at, ends_at, ended_at, code, link_version,
  link_hash, conversation_id, submission)
VALUES (64, 'Rink crew', 500, 0, 1795251600000, 1795258800000, 1795258800000,
  NULL, 1, NULL, NULL, 'old-64');
INSERT INTO friend_group (id, name, limit_m, needs_admission, created_at, ends_at, ended_at, code, link_version,
  link_hash, conversation_id, submission)
VALUES (65, 'Sauna', 500, 0, 1795251600000, 1795284000000, NULL,
  'SAUNA2', 1, 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', NULL, 'old-65');
INSERT INTO friend_group_member (id, group_id, account_id, is_maker, phone, joined_at, admitted_at, muted_at)
VALUES (61, 60, 2, 1, '', 1795255200000, 1795255200000, 1795258800000);
INSERT INTO friend_group_member (id, group_id, account_id, is_maker, phone, joined_at, admitted_at, muted_at)
VALUES (62, 60, 1, 0, '', 1795255200000, 1795255200000, 1795258800000);
INSERT INTO friend_group_member (id, group_id, account_id, is_maker, phone, joined_at, admitted_at, help_at)
VALUES (63, 60, 3, 0, '', 1795255200000, 1795255200000, 1795262390000);
INSERT INTO friend_group_member (id, group_id, account_id, is_maker, phone, joined_at, admitted_at)
VALUES (66, 64, 1, 1, '', 1795255200000, 1795255200000);
INSERT INTO friend_group_member (id, group_id, account_id, is_maker, phone, joined_at, admitted_at)
VALUES (67, 65, 2, 1, '', 1795255200000, 1795255200000);
INSERT INTO friend_group_invitation (group_id, account_id, inviter_id, created_at) VALUES (65, 1, 67, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (200, 60, 'joined', 63, NULL, NULL, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (201, 60, 'asking', 63, NULL, NULL, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (202, 60, 'strayed', 63, NULL, 500, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (203, 60, 'strayed', 62, NULL, 500, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (204, 60, 'back', 63, NULL, NULL, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (205, 60, 'help', 61, NULL, NULL, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (206, 60, 'safe', 61, NULL, NULL, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (207, 60, 'home', 63, NULL, NULL, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (208, 60, 'asked', 62, 61, NULL, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (209, 60, 'extended', 61, NULL, NULL, 1795262100000);
INSERT INTO friend_group_alert (id, group_id, kind, member_id, other_id, limit_m, created_at)
VALUES (210, 60, 'silent', 63, NULL, NULL, 1795262100000);

-- Notes: found by aino, opened by leena, waiting for aino for more than a week, opened by aino with a receipt that is
-- due, and one that leena deleted.
INSERT INTO note (id, author_id, submission, text, lat, lon, created_at, deleted_at, zone, cell, radius_m)
VALUES (80, 2, 'old-80', 'Count the steps.', 60.17885, 24.9517, 1795176000000, NULL, 'Europe/Helsinki',
  5085139936114289449, 6.096);
INSERT INTO delivery (note_id, recipient_id, cell, found_at, opened_at, zone, receipt_at, author_id,
  is_announced, remind_at)
VALUES (80, 1, 5085139936114289449, 1795262100000, NULL, NULL, NULL, 2, 0,
  1795867200000);
INSERT INTO note (id, author_id, submission, text, lat, lon, created_at, deleted_at, zone, cell, radius_m)
VALUES (81, 1, 'old-81', 'Count the steps.', 60.17885, 24.9517, 1795089600000, NULL, 'Europe/Helsinki',
  5085139936114289449, 6.096);
INSERT INTO delivery (note_id, recipient_id, cell, found_at, opened_at, zone, receipt_at, author_id,
  is_announced, remind_at)
VALUES (81, 2, 5085139936114289449, 1795176000000, 1795176060000, 'Europe/Helsinki', 1795183200000, 1, 1,
  1795867200000);
INSERT INTO note (id, author_id, submission, text, lat, lon, created_at, deleted_at, zone, cell, radius_m)
VALUES (82, 2, 'old-82', 'Count the steps.', 60.17885, 24.9517, 1794484800000, NULL, 'Europe/Helsinki',
  5085139936114289449, 6.096);
INSERT INTO delivery (note_id, recipient_id, cell, found_at, opened_at, zone, receipt_at, author_id,
  is_announced, remind_at)
VALUES (82, 1, 5085139936114289449, NULL, NULL, NULL, NULL, 2, 0,
  1795867200000);
INSERT INTO note (id, author_id, submission, text, lat, lon, created_at, deleted_at, zone, cell, radius_m)
VALUES (83, 2, 'old-83', 'Count the steps.', 60.17885, 24.9517, 1795089600000, NULL, 'Europe/Helsinki',
  5085139936114289449, 6.096);
INSERT INTO delivery (note_id, recipient_id, cell, found_at, opened_at, zone, receipt_at, author_id,
  is_announced, remind_at)
VALUES (83, 1, 5085139936114289449, 1795258800000, 1795258860000, 'Europe/Helsinki', 1795260600000, 2, 0,
  1795867200000);
INSERT INTO note (id, author_id, submission, text, lat, lon, created_at, deleted_at, zone, cell, radius_m)
VALUES (84, 2, 'old-84', 'Count the steps.', 60.17885, 24.9517, 1795089600000, 1795258800000, 'Europe/Helsinki',
  5085139936114289449, 6.096);
INSERT INTO delivery (note_id, recipient_id, cell, found_at, opened_at, zone, receipt_at, author_id,
  is_announced, remind_at)
VALUES (84, 1, 5085139936114289449, NULL, NULL, NULL, NULL, 2, 0,
  1795867200000);

-- Relics: by leena, by aino with an entry in its book, and one that was over a minute ago. A zone.
INSERT INTO relic (id, maker_id, submission, media, kind, description, lat, lon, cell, radius_m, reach, lifetime,
  age_step_ms, audience, zone, created_at, appears_at, expires_at)
VALUES (90, 2, 'old-90', 'cccccccccccccccccccccccccc', 'photo', '', 60.1689, 24.9512, 5085139910079520883, 100, 1,
  'forever', 86400000, 'everyone', 'Europe/Helsinki', 1795089600000, 1795089600000, NULL);
INSERT INTO relic (id, maker_id, submission, media, kind, description, lat, lon, cell, radius_m, reach, lifetime,
  age_step_ms, audience, zone, created_at, appears_at, expires_at)
VALUES (91, 1, 'old-91', 'dddddddddddddddddddddddddd', 'photo', '', 60.1689, 24.9512, 5085139910079520883, 100, 1,
  'forever', 86400000, 'everyone', 'Europe/Helsinki', 1795089600000, 1795089600000, NULL);
INSERT INTO relic (id, maker_id, submission, media, kind, description, lat, lon, cell, radius_m, reach, lifetime,
  age_step_ms, audience, zone, created_at, appears_at, expires_at)
VALUES (93, 2, 'old-93', 'eeeeeeeeeeeeeeeeeeeeeeeeee', 'photo', '', 60.1689, 24.9512, 5085139910079520883, 100, 1,
  '1d', 86400000, 'everyone', 'Europe/Helsinki', 1795089600000, 1795089600000, 1795262340000);
INSERT INTO relic_visit (id, relic_id, account_id, submission, text, zone, created_at)
VALUES (92, 91, 2, 'old-92', 'I was here.', 'Europe/Helsinki', 1795262100000);
INSERT INTO zone (id, submission, name, colour, lat, lon, radius_m, size, position, created_at)
VALUES (95, 'old-95', 'Kallio', '#d6336c', 60.184, 24.95, 300, 282743, 0, 1794398400000);

-- The notices of aino, and one of leena for her digest.
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (300, 1, 'friend.asked', 3, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (301, 1, 'friend.accepted', 2, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (302, 1, 'export.ready', 1, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (303, 1, 'chat.message', 50, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (304, 1, 'daily.open', 20778, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (305, 1, 'daily.comment', 71, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (306, 1, 'daily.reaction', 72, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (307, 1, 'group.joined', 200, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (308, 1, 'group.asking', 201, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (309, 1, 'group.strayed', 202, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (310, 1, 'group.left', 203, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (311, 1, 'group.back', 204, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (312, 1, 'group.help', 205, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (313, 1, 'group.safe', 206, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (314, 1, 'group.home', 207, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (315, 1, 'group.asked', 208, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (316, 1, 'group.changed', 209, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (317, 1, 'group.silent', 210, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (318, 1, 'group.home-safe', 62, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (319, 1, 'group.message', 60, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (320, 1, 'group.ended', 64, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (321, 1, 'group.invited', 65, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (322, 1, 'note.found', 80, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (323, 1, 'note.opened', 81, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (324, 1, 'note.waiting', 82, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (325, 1, 'relic.near', 90, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (326, 1, 'relic.visited', 92, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (327, 1, 'zone.entered', 95, 1795262100000);
INSERT INTO notice (id, account_id, kind, subject, raised_at) VALUES (399, 2, 'friend.accepted', 1, 1795262100000);

-- What of them is on its way to mail and to the browser.
INSERT INTO notice_errand (account_id, channel, kind, subject, raised_at, state)
VALUES (1, 'mail', 'friend.asked', 3, 1795262100000, 'waiting');
INSERT INTO notice_errand (account_id, channel, kind, subject, raised_at, state)
VALUES (1, 'mail', 'export.ready', 1, 1795262100000, 'waiting');
INSERT INTO notice_errand (account_id, channel, kind, subject, raised_at, state)
VALUES (1, 'mail', 'group.help', 205, 1795262100000, 'waiting');
INSERT INTO notice_errand (account_id, channel, kind, subject, raised_at, state)
VALUES (1, 'push', 'chat.message', 50, 1795262100000, 'waiting');
INSERT INTO notice_errand (account_id, channel, kind, subject, raised_at, state)
VALUES (1, 'push', 'export.ready', 1, 1795262100000, 'waiting');
INSERT INTO notice_errand (account_id, channel, kind, subject, raised_at, state)
VALUES (1, 'push', 'group.help', 205, 1795262100000, 'waiting');

-- The jobs that wait, with what they carry. In payloads of several lines "|" stands for the end of a line.
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (400, 'mail.confirm', 'mail.confirm-5-29921035',
  '5', 5, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (401, 'mail.reset', 'mail.reset-2-29921035',
  '2', 2, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (402, 'mail.forgot', 'mail.forgot-11',
  'mikko@example.org', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (403, 'mail.changed', 'mail.changed-12',
  replace('leena@example.org|Leena|Your password was changed.', '|', char(10)), 2, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (404, 'account.erase', 'account.erase 4',
  '4', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (405, 'export.make', 'export.make bbbbbbbbbbbbbbbbbbbbbbbbbbb',
  'bbbbbbbbbbbbbbbbbbbbbbbbbbb', 3, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (406, 'chats.notice', 'chats.notice 51 3 1795262100000',
  '51 3', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (407, 'daily.open', 'daily.open-1795262400000',
  '1795262400000', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (408, 'daily.tell', 'daily.tell-20777 open 0',
  '20777 open 0', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (409, 'recap.make', 'recap.make ccccccccccccccccccccccccccc 1795262100000',
  'ccccccccccccccccccccccccccc 1', 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (410, 'group.home', 'group.home 61 1795258800000',
  '61', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (411, 'group.help', 'group.help 63 1795262390000',
  '63 1795262390000', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (412, 'group.state', 'group.state 60 1795262400000',
  '60', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (413, 'media.remove', 'media.remove xxxxxxxxxxxxxxxxxxxxxxxxxx',
  'xxxxxxxxxxxxxxxxxxxxxxxxxx', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (414, 'media.transcode', 'media.transcode yyyyyyyyyyyyyyyyyyyyyyyyyy',
  'yyyyyyyyyyyyyyyyyyyyyyyyyy', 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (415, 'notes.receipt', 'notes.receipt 83 1',
  '83 1', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (416, 'notes.forget', 'notes.forget 84 1795258800000',
  '84', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (417, 'relics.end', 'relics.end 1795262340000',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (418, 'zones.excerpt', 'zones.excerpt 96',
  '96', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (419, 'notices.mail', 'notices.mail-1-friend.asked-3-0-1795262100000-1795262100000',
  replace('friend.asked|3|1|0|1795262100000|3', '|', char(10)), 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (420, 'notices.mail', 'notices.mail-1-export.ready-1-0-1795262100000-1795262100000',
  replace('export.ready|1|1|0|1795262100000', '|', char(10)), 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (421, 'notices.mail.safety', 'notices.mail.safety-1-group.help-205-0-1795262100000-1795262100000',
  replace('group.help|205|1|0|1795262100000|2', '|', char(10)), 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (422, 'notices.push', 'notices.push-1-chat.message-50-30-1795262100000-1795262100000',
  replace('chat.message|50|1|30|1795262100000|2', '|', char(10)), 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (423, 'notices.push', 'notices.push-1-export.ready-1-30-1795262100000-1795262100000',
  replace('export.ready|1|1|30|1795262100000', '|', char(10)), 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (424, 'notices.push.safety', 'notices.push.safety-1-group.help-205-30-1795262100000-1795262100000',
  replace('group.help|205|1|30|1795262100000|2', '|', char(10)), 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (425, 'notices.mail.gathered', 'notices.mail.gathered 1 0 1795262400000',
  '1 0', 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (426, 'notices.push.gathered', 'notices.push.gathered 1 30 1795262400000',
  '1 30', 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (427, 'notices.digest', 'notices.digest-2',
  '2', 2, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (428, 'push.test', 'push.test-30-1795262100000',
  replace('30|1|1795262100000', '|', char(10)), 1, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (429, 'accounts.sweep', 'accounts.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (430, 'areas.sweep', 'areas.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (431, 'circles.sweep', 'circles.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (432, 'conversations.erase', 'conversations.erase',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (433, 'daily.plan', 'daily.plan',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (434, 'daily.sweep', 'daily.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (435, 'devices.sweep', 'devices.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (436, 'drafts.sweep', 'drafts.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (437, 'events.sweep', 'events.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (438, 'exports.sweep', 'exports.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (439, 'groups.sweep', 'groups.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (440, 'groups.watch', 'groups.watch',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (441, 'invitations.sweep', 'invitations.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (442, 'media.sweep', 'media.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (443, 'notes.remind', 'notes.remind',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (444, 'notices.digests', 'notices.digests',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (445, 'notices.sweep', 'notices.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (446, 'places.index', 'places.index',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (447, 'positions.sweep', 'positions.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (448, 'recaps.sweep', 'recaps.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (449, 'relics.near', 'relics.near',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (450, 'relics.sweep', 'relics.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (451, 'throttles.sweep', 'throttles.sweep',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (452, 'tiles.thin', 'tiles.thin',
  '', NULL, 1795262400000);
INSERT INTO job (id, kind, idempotency_key, payload, account_id, run_at)
VALUES (453, 'zones.presence', 'zones.presence',
  '', NULL, 1795262400000);
