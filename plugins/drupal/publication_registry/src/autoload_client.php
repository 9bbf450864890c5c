<?php

declare(strict_types=1);

// The archive has the client in `client`. In the repository, it is where it is developed.
require_once is_dir(dirname(__DIR__) . '/client')
    ? dirname(__DIR__) . '/client/autoload.php'
    : dirname(__DIR__, 4) . '/clients/php/autoload.php';
