<?php

// Runs code of a test, from standard input, inside the WordPress of a folder, as its administrator.
$_SERVER += [
    'HTTP_HOST' => getenv('SITE_HOST'),
    'REQUEST_URI' => '/',
    'REQUEST_METHOD' => 'GET',
    'SERVER_PROTOCOL' => 'HTTP/1.1',
];
$code = stream_get_contents(STDIN);
if (getenv('INSTALL')) {
    define('WP_INSTALLING', true);
}
require getenv('SITE_FOLDER') . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
if (!getenv('INSTALL')) {
    wp_set_current_user(1);
}
eval($code);
