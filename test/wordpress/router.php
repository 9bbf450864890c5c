<?php

// What a web server does for WordPress: files as they are, folders by their index.php, all else by the main one.
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$file = $_SERVER['DOCUMENT_ROOT'] . $path;
if ($path !== '/' && is_file($file)) {
    return false;
}
$folder = is_dir($file) ? rtrim($path, '/') : '';
if (!is_file($_SERVER['DOCUMENT_ROOT'] . "$folder/index.php")) {
    $folder = '';
}
$_SERVER['SCRIPT_NAME'] = "$folder/index.php";
$_SERVER['SCRIPT_FILENAME'] = $_SERVER['DOCUMENT_ROOT'] . $_SERVER['SCRIPT_NAME'];
chdir(dirname($_SERVER['SCRIPT_FILENAME']));
require $_SERVER['SCRIPT_FILENAME'];
